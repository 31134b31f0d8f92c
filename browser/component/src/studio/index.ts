// The page of the studio, which is one element.
import "../index";
import { StudioApp } from "./app";

customElements.define("kifu-studio", StudioApp);
