import { mount } from "svelte";
import App from "./App.svelte";
import { load } from "./texts.svelte";

await load();
mount(App, { target: document.querySelector("#app") ?? document.body });
