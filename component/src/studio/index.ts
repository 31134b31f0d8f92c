// The page of the studio: everything in one element.
import "../index";
import { takeToken } from "./address";
import { Api } from "./api";
import { StudioApp } from "./app";
import { Studio } from "./state";

customElements.define("kifu-studio", StudioApp);

const app = new StudioApp();
app.studio = new Studio(new Api(takeToken()));
document.body.append(app);
