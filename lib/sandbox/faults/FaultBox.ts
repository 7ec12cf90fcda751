import type { FaultEffect, FaultRule, SandboxFaults } from './SandboxFaults.js';

type Counter = 'conflicts' | 'failReloads' | 'silentReloadFailures' | 'killBeforeReload' | 'failRuntimeActions' | 'refuseTimes';

/** The faults of one sandbox, counted down as they happen. */
export class FaultBox {
  #faults: SandboxFaults;

  constructor(faults: SandboxFaults = {}) {
    this.#faults = faults;
  }

  /** What is still to go wrong. */
  get(): SandboxFaults {
    return this.#faults;
  }

  /** Replaces all faults. */
  set(faults: SandboxFaults): void {
    this.#faults = faults;
  }

  /** Whether the fault holds this once more. */
  take(counter: Exclude<Counter, 'refuseTimes'>): boolean {
    const left = this.#faults[counter] ?? 0;
    if (left > 0) this.#faults = { ...this.#faults, [counter]: left - 1 };
    return left > 0;
  }

  /** What HAProxy says against the configuration at hand; `undefined` when the fault is off. */
  takeRefusal(): string | undefined {
    const { refuseConfig, refuseTimes } = this.#faults;
    if (refuseConfig === undefined || refuseTimes === undefined) return refuseConfig;
    if (refuseTimes === 0) return undefined;
    this.#faults = { ...this.#faults, refuseTimes: refuseTimes - 1 };
    return refuseConfig;
  }

  /** What happens to one request: the waits first, then at most one other effect. */
  takeEffects(method: string, path: string): readonly FaultEffect[] {
    const rules = this.#faults.rules ?? [];
    const matching = rules.filter((rule) => matches(rule, method, path));
    const waits = matching.filter(({ effect }) => effect.kind === 'delay');
    const others = matching.filter(({ effect }) => effect.kind !== 'delay').slice(0, 1);
    const taken = [...waits, ...others];
    this.#faults = { ...this.#faults, ...(taken.length === 0 ? {} : { rules: rules.map((rule) => (taken.includes(rule) ? used(rule) : rule)) }) };
    return taken.map(({ effect }) => effect);
  }
}

function matches(rule: FaultRule, method: string, path: string): boolean {
  return rule.times !== 0 && (rule.method ?? method) === method && (rule.path === undefined || pattern(rule.path).test(path));
}

function used(rule: FaultRule): FaultRule {
  return rule.times === undefined ? rule : { ...rule, times: rule.times - 1 };
}

function pattern(path: string): RegExp {
  return new RegExp(`^${path.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&')).join('.*')}$`);
}
