import { randomInt } from 'node:crypto';

const steps = 2 ** 32;

/** The real source of chance where none is injected: numbers from 0 to below 1. */
export const defaultRandom = (): number => randomInt(steps) / steps;
