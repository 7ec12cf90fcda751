/** Lines by which a configuration names a place on the machine that HAProxy itself would take. */
const placeTaking = /^(\s*)((?:stats\s+socket|pidfile)\s.*)$/gm;

/**
 * A configuration as a HAProxy of the sandbox may read it: its `stats socket` and `pidfile` lines are
 * comments, so that it takes neither from a HAProxy of the machine nor from another instance.
 * Numbers of lines stay. All else holds: `bind` lines take their ports, `user` and `chroot` need root.
 */
export function ownText(text: string): string {
  return text.replace(placeTaking, '$1# $2');
}
