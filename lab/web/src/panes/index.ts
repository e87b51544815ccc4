// The panes, a row each.
import { type Pane } from "../lab";
import { lessons } from "./lessons";
import { listings } from "./listings";
import { run } from "./run/index";
import { signature } from "./signature";
import { stages } from "./stages";
import { step } from "./step";

export const PANES: readonly Pane[] = [stages, run, step, ...listings, signature, lessons];
