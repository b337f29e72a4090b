/** The lids of the boxes, in the order in which they stand in the satchel. */

import type { Component } from "svelte";
import Catatac from "./Catatac.svelte";
import Island from "./Island.svelte";
import Karta from "./Karta.svelte";
import Spot from "./Spot.svelte";

export const LIDS: Record<string, Component> = { spot: Spot, island: Island, catatac: Catatac, karta: Karta };
