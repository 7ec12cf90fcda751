import { spawn } from 'node:child_process';

/** Ends what a sandbox started when the sandbox cannot do it itself. */
export interface ProcessGuard {
  /** The process is gone or being ended in an orderly way: nothing is done any more. */
  standDown(): void;
}

/** Its input ends with this process, however that ends, even by SIGKILL. */
const script = 'read -r word && exit; kill -TERM "$1"; rm -rf "$2"';

/** Watches over a process and a folder: when this process ends without {@link ProcessGuard.standDown}, both go. */
export function guardProcess(pid: number, folder: string): ProcessGuard {
  // In a group of its own, so that what ends this process's group does not end the guard first.
  const guard = spawn('/bin/sh', ['-c', script, 'haproxy-sandbox-guard', String(pid), folder], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
  // Without a shell there is no guard, and a guard that ended does not listen.
  guard.on('error', () => undefined);
  guard.stdin.on('error', () => undefined);
  guard.unref();
  return { standDown: () => void guard.stdin.end('done\n') };
}
