import { mount } from "svelte";
import App from "./App.svelte";
import { atGestures } from "./gestures";
import { installable } from "./installable";
import { renewed } from "./renewal";
import { unlock } from "./sound";
import { load } from "./texts.svelte";

atGestures(unlock);
renewed();
await load();
mount(App, { target: document.querySelector("#app") ?? document.body });
installable();
