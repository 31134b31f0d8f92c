// The studio's page, which is a single element.
import "../index";
import { StudioApp } from "./app";

customElements.define("kifu-studio", StudioApp);
