// Starts `kifu lsp` and connects VS Code to it. All the logic is in the server.

const { window, workspace } = require("vscode");
const { LanguageClient, TransportKind } = require("vscode-languageclient/node");

// Records are recognised by their content, so the server gets every file that may be one.
const LANGUAGES = ["json", "jsonl", "log", "plaintext", "yaml"];
const SUFFIXES = ["gibo", "jsonl", "ndjson", "sgf"];

let client;

async function activate() {
  const [command, ...args] = workspace.getConfiguration("kifu").get("command");
  const documentSelector = ["file", "untitled"].flatMap((scheme) => [
    ...LANGUAGES.map((language) => ({ scheme, language })),
    { scheme, pattern: `**/*.{${SUFFIXES.join(",")}}` },
  ]);
  const server = { command, args, transport: TransportKind.stdio };
  client = new LanguageClient("kifu", "kifu", server, { documentSelector });
  try {
    await client.start();
  } catch (error) {
    client = undefined;
    const what = [command, ...args].join(" ");
    window.showErrorMessage(
      `${what} could not be started: install kifu with its extra lsp, or set kifu.command (${error.message})`,
    );
  }
}

function deactivate() {
  return client?.stop();
}

module.exports = { activate, deactivate };
