import { describe, expect, it } from '@jest/globals';
import { createBus } from '../../lib/bus/createBus.js';

const unexpected = (error: unknown): never => {
  throw error;
};

describe('createBus', () => {
  it('shows every reader the same order, also of events published from inside a reader', () => {
    const bus = createBus<string>(unexpected);
    const seen: string[][] = [[], [], []];
    bus.read((event) => seen[0]?.push(event));
    bus.read((event) => {
      seen[1]?.push(event);
      if (event === 'a') {
        bus.publish('b');
        bus.publish('c');
      }
      if (event === 'b') bus.publish('d');
    });
    bus.read((event) => seen[2]?.push(event));

    bus.publish('a');

    expect(seen).toEqual([['a', 'b', 'c', 'd'], ['a', 'b', 'c', 'd'], ['a', 'b', 'c', 'd']]);
  });

  it('tells of what a reader throws, and goes on with it and all others', () => {
    const faults: unknown[] = [];
    const bus = createBus<string>((error) => faults.push(error));
    const seen: string[] = [];
    const fault = new Error('no');
    bus.read((event) => {
      if (event === 'a') throw fault;
      seen.push(`first ${event}`);
    });
    bus.read((event) => seen.push(`second ${event}`));

    bus.publish('a');
    bus.publish('b');

    expect(faults).toEqual([fault]);
    expect(seen).toEqual(['second a', 'first b', 'second b']);
  });

  it('delivers nothing to a reader that comes late or has left', () => {
    const bus = createBus<string>(unexpected);
    const seen: string[] = [];
    bus.publish('a');
    const reading = bus.read((event) => seen.push(event));
    bus.publish('b');
    reading.unsubscribe();
    bus.publish('c');

    expect(seen).toEqual(['b']);
  });

  it('completes after what waits for delivery, and drops what is published later', () => {
    const bus = createBus<string>(unexpected);
    const seen: string[] = [];
    bus.read((event) => {
      if (event !== 'a') return;
      bus.publish('b');
      bus.complete();
      bus.publish('c');
    });
    bus.events$.subscribe({ next: (event) => seen.push(event), complete: () => seen.push('end') });

    bus.publish('a');

    expect(seen).toEqual(['a', 'b', 'end']);
  });
});
