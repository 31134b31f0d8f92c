// A board in a notebook: how anywidget shows a `Widget` of widget.py by <kifu-board>, which stands above.
async function render({ model, el }) {
  const board = document.createElement("kifu-board");
  board.language = model.get("language");
  el.replaceChildren(board);
  // A letter that is typed here is none for the notebook, which might delete a cell.
  el.addEventListener("keydown", (event) => event.ctrlKey || event.metaKey || event.stopPropagation());

  const text = (value) => JSON.stringify(value) ?? "";
  const read = () => (board.data = JSON.parse(model.get("document")));
  const tell = () => {
    if (text(model.get("place")) === text(board.place)) return;
    model.set("place", { ...board.place });
    model.save_changes();
  };
  const follow = async () => {
    await board.updateComplete; // a new document first: it says which places there are
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
