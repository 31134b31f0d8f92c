// Shows a `Widget` of widget.py in a notebook through anywidget, as a <kifu-board>, defined above.
async function render({ model, el }) {
  const board = document.createElement("kifu-board");
  // The page of a notebook is in English, whatever its reader speaks.
  board.language = model.get("language") || navigator.language;
  el.replaceChildren(board);
  // Typed letters must not reach the notebook, which might delete a cell.
  el.addEventListener("keydown", (event) => event.ctrlKey || event.metaKey || event.stopPropagation());

  const text = (value) => JSON.stringify(value) ?? "";
  const read = () => (board.data = JSON.parse(model.get("document")));
  const tell = () => {
    if (text(model.get("place")) === text(board.place)) return;
    model.set("place", { ...board.place });
    model.save_changes();
  };
  const follow = async () => {
    await board.updateComplete; // after any new document, which determines what places exist
    const due = Object.entries(model.get("place"));
    if (due.some(([key, value]) => text(board.place[key]) !== text(value))) board.place = Object.fromEntries(due);
    tell();
  };
  const renewed = () => {
    read();
    return follow();
  };

  board.addEventListener("kifu-step", tell);
  board.addEventListener("kifu-action", ({ detail }) => model.send({ chosen: detail }));
  model.on("change:document", renewed);
  model.on("change:place", follow);
  await renewed();
  return () => {
    model.off("change:document", renewed);
    model.off("change:place", follow);
  };
}

export default { render };
