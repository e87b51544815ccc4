// The panes, a row each.
import { type Pane } from "../lab";
import { listings } from "./listings";
import { stages } from "./stages";

export const PANES: readonly Pane[] = [stages, ...listings];
