import { configure } from "@testing-library/svelte";

// Tests wait for what is to appear: a busy machine may need longer than one second.
configure({ asyncUtilTimeout: 30_000 });
