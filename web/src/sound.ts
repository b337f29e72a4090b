/** Soft sounds of wood, paper and felt, made on the spot. */

import { settings } from "./settings.svelte";

export type Sound = "press" | "take" | "wrong" | "won" | "round" | "tick" | "turn" | "sit" | "token" | "purr";

interface Tone {
  /** Hertz, and where it slides to. */
  from: number;
  to?: number;
  /** Seconds. */
  at?: number;
  long: number;
  loud: number;
  shape?: OscillatorType;
}
interface Breath {
  /** The middle of the noise's band in hertz, and where it slides to. */
  from: number;
  to: number;
  at?: number;
  long: number;
  loud: number;
}

const SOUNDS: Record<Sound, { tones?: Tone[]; breaths?: Breath[] }> = {
  press: {
    tones: [{ from: 620, to: 380, long: 0.07, loud: 0.5 }],
    breaths: [{ from: 2400, to: 1200, long: 0.03, loud: 0.25 }],
  },
  take: {
    breaths: [
      { from: 900, to: 3600, long: 0.2, loud: 0.4 },
      { from: 1500, to: 700, at: 0.22, long: 0.05, loud: 0.5 },
    ],
    tones: [{ from: 210, to: 150, at: 0.22, long: 0.09, loud: 0.5 }],
  },
  won: {
    breaths: [{ from: 900, to: 3600, long: 0.18, loud: 0.35 }],
    tones: [
      { from: 523, at: 0.12, long: 0.22, loud: 0.35, shape: "triangle" },
      { from: 659, at: 0.22, long: 0.34, loud: 0.4, shape: "triangle" },
    ],
  },
  wrong: {
    tones: [{ from: 130, to: 62, long: 0.26, loud: 0.9 }],
    breaths: [{ from: 320, to: 160, long: 0.14, loud: 0.6 }],
  },
  round: {
    tones: [
      { from: 784, long: 1.3, loud: 0.3 },
      { from: 1568, long: 0.9, loud: 0.12 },
      { from: 2350, long: 0.5, loud: 0.07 },
    ],
  },
  tick: { tones: [{ from: 880, to: 700, long: 0.05, loud: 0.35 }] },
  turn: {
    breaths: [{ from: 700, to: 2600, long: 0.13, loud: 0.4 }],
    tones: [{ from: 300, to: 220, at: 0.1, long: 0.06, loud: 0.35 }],
  },
  token: {
    tones: [
      { from: 2093, long: 0.16, loud: 0.2, shape: "triangle" },
      { from: 3136, at: 0.012, long: 0.11, loud: 0.12 },
    ],
    breaths: [{ from: 4200, to: 2600, long: 0.03, loud: 0.3 }],
  },
  purr: {
    tones: Array.from({ length: 9 }, (_, beat) => ({
      from: 62,
      to: 48,
      at: beat * 0.07,
      long: 0.09,
      loud: 0.7,
      shape: "triangle" as const,
    })),
    breaths: [{ from: 260, to: 180, long: 0.7, loud: 0.25 }],
  },
  sit: {
    tones: [
      { from: 240, to: 180, long: 0.1, loud: 0.5 },
      { from: 360, at: 0.07, long: 0.1, loud: 0.3 },
    ],
  },
};

let hushed = false;
let context: AudioContext | undefined;
let noise: AudioBuffer | undefined;

/** Makes this screen silent: a television leaves the sounds to the phones. */
export function hush(): () => void {
  hushed = true;
  return () => (hushed = false);
}

/** Returns whether someone has touched this page: before, browsers allow no sound. */
export function touched(): boolean {
  return "userActivation" in navigator && navigator.userActivation.hasBeenActive;
}

/** Makes sound possible; browsers allow it at a gesture, and take it away again when a call comes in. */
export function unlock(): void {
  if (hushed || settings.chosen.volume === 0) return;
  context ??= new AudioContext();
  if (context.state !== "running") void context.resume().catch(() => {});
}

/** Plays a sound at the chosen volume; silently does nothing before the first gesture, as browsers ask. */
export function play(sound: Sound): void {
  const volume = settings.chosen.volume / 100;
  if (hushed || volume === 0 || !context) return;
  const out = context.createGain();
  out.gain.value = volume * volume * 0.5;
  out.connect(context.destination);
  for (const tone of SOUNDS[sound].tones ?? []) ring(context, out, tone);
  for (const breath of SOUNDS[sound].breaths ?? []) blow(context, out, breath);
}

function ring(
  context: AudioContext,
  out: AudioNode,
  { from, to = from, at = 0, long, loud, shape = "sine" }: Tone,
): void {
  const start = context.currentTime + at;
  const source = context.createOscillator();
  source.type = shape;
  source.frequency.setValueAtTime(from, start);
  source.frequency.exponentialRampToValueAtTime(to, start + long);
  source.connect(fade(context, out, start, long, loud));
  source.start(start);
  source.stop(start + long + 0.05);
}

function blow(context: AudioContext, out: AudioNode, { from, to, at = 0, long, loud }: Breath): void {
  const start = context.currentTime + at;
  noise ??= hiss(context);
  const source = context.createBufferSource();
  source.buffer = noise;
  const band = context.createBiquadFilter();
  band.type = "bandpass";
  band.Q.value = 0.9;
  band.frequency.setValueAtTime(from, start);
  band.frequency.exponentialRampToValueAtTime(to, start + long);
  source.connect(band).connect(fade(context, out, start, long, loud));
  source.start(start);
  source.stop(start + long + 0.05);
}

function fade(context: AudioContext, out: AudioNode, start: number, long: number, loud: number): AudioNode {
  const gain = context.createGain();
  gain.gain.setValueAtTime(0.0001, start);
  gain.gain.exponentialRampToValueAtTime(loud, start + 0.006);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + long);
  gain.connect(out);
  return gain;
}

function hiss(context: AudioContext): AudioBuffer {
  const buffer = context.createBuffer(1, context.sampleRate / 2, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  return buffer;
}
