// The page of the studio: everything in one element.
import "../index";
import { StudioApp } from "./app";

customElements.define("kifu-studio", StudioApp);
