import process from 'node:process';
import type { Registry } from 'prom-client';

/**
 * Adds what every exporter tells of its process, under the usual names.
 *
 * prom-client's own set is left out: it keeps a timer of 10 ms running and has gauges that end in
 * `_total`.
 */
export async function addProcessMetrics(registry: Registry): Promise<void> {
  const { Counter, Gauge } = await import('prom-client');
  const registers = [registry];
  new Counter({
    name: 'process_cpu_seconds_total',
    help: 'User and system CPU time of the process.',
    registers,
    collect() {
      const { user, system } = process.cpuUsage();
      this.reset();
      this.inc((user + system) / 1e6);
    },
  });
  new Gauge({
    name: 'process_resident_memory_bytes',
    help: 'Resident memory of the process.',
    registers,
    collect() {
      this.set(process.memoryUsage.rss());
    },
  });
  new Gauge({
    name: 'process_start_time_seconds',
    help: 'When the process started, since the epoch.',
    registers,
  }).set(performance.timeOrigin / 1_000);
}
