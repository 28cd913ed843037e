// Sounds made on the spot: filtered noise for dice and leather, short tones for the rest.

import { settings } from './settings.svelte';

export type Sound = 'shake' | 'lift' | 'click' | 'right' | 'wrong' | 'refused' | 'turn';

let context: AudioContext | null = null;

/** Plays a sound, unless the page is mute. Browsers stay silent until somebody has clicked. */
export function play(sound: Sound): void {
  if (settings.muted || !navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume();
  sounds[sound](context, context.currentTime);
}

export const sounds: Record<Sound, (audio: AudioContext, at: number) => void> = {
  shake: (audio, at) => [0, 0.07, 0.13, 0.21, 0.27].forEach((later, step) => knock(audio, at + later, 2400 - step * 180, 0.5)),
  lift: (audio, at) => noise(audio, at, 0.22, 520, 0.6),
  click: (audio, at) => knock(audio, at, 1800, 0.55),
  right: (audio, at) => [523, 659, 784].forEach((pitch, step) => tone(audio, at + step * 0.08, pitch, 0.22)),
  wrong: (audio, at) => [311, 247].forEach((pitch, step) => tone(audio, at + step * 0.12, pitch, 0.28)),
  refused: (audio, at) => tone(audio, at, 165, 0.16),
  turn: (audio, at) => [587, 880].forEach((pitch, step) => tone(audio, at + step * 0.07, pitch, 0.16)),
};

function tone(audio: AudioContext, at: number, pitch: number, length: number): void {
  const oscillator = audio.createOscillator();
  oscillator.type = 'triangle';
  oscillator.frequency.value = pitch;
  oscillator.connect(fading(audio, at, length, 0.12));
  oscillator.start(at);
  oscillator.stop(at + length);
}

const knock = (audio: AudioContext, at: number, pitch: number, loud: number): void => noise(audio, at, 0.045, pitch, loud);

function noise(audio: AudioContext, at: number, length: number, pitch: number, loud: number): void {
  const frames = Math.ceil(audio.sampleRate * length);
  const buffer = audio.createBuffer(1, frames, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let frame = 0; frame < frames; frame += 1) samples[frame] = Math.random() * 2 - 1;
  const source = audio.createBufferSource();
  source.buffer = buffer;
  const filter = audio.createBiquadFilter();
  filter.type = 'bandpass';
  filter.frequency.value = pitch;
  filter.Q.value = 1.4;
  source.connect(filter).connect(fading(audio, at, length, loud));
  source.start(at);
}

function fading(audio: AudioContext, at: number, length: number, loud: number): GainNode {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(loud, at);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  gain.connect(audio.destination);
  return gain;
}
