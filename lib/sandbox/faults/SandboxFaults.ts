/** How a request goes wrong, told apart by `kind`. */
export type FaultEffect =
  | {
      /** Waits before the request is looked at. */
      readonly kind: 'delay';
      /** Milliseconds. */
      readonly ms: number;
    }
  | {
      /** Takes the request and never answers. */
      readonly kind: 'hang';
    }
  | {
      /** Cuts the connection instead of an answer. */
      readonly kind: 'drop';
      /** Before anything was done, or after it was. */
      readonly when: 'before' | 'after';
    }
  | {
      /** Answers so, without doing anything. */
      readonly kind: 'status';
      /** 400 to 599. */
      readonly status: number;
      /** What the answer says. */
      readonly message?: string | undefined;
    }
  | {
      /** Answers 200 with bytes that are no JSON and no configuration. */
      readonly kind: 'garbage';
    }
  | {
      /** Answers 200 with text that does not end. */
      readonly kind: 'endless';
    };

/** Which requests go wrong, how often, and how. */
export interface FaultRule {
  /** Absent: any. */
  readonly method?: string | undefined;
  /** Path with the base and without the query; `*` stands for any characters. Absent: any. */
  readonly path?: string | undefined;
  /** Requests that the rule still holds for; absent: all. */
  readonly times?: number | undefined;
  /** What becomes of them. */
  readonly effect: FaultEffect;
}

/** Everything that a sandbox can be told to do wrong. What is absent goes right. */
export interface SandboxFaults {
  /** Every matching rule that waits is heeded, and the first one of the others. */
  readonly rules?: readonly FaultRule[] | undefined;
  /** What HAProxy says against every configuration: pushes and `only_validate` end in 400. */
  readonly refuseConfig?: string | undefined;
  /** Pushes that this still holds for; absent: all. */
  readonly refuseTimes?: number | undefined;
  /** A foreign commit lands just before each of the next so many pushes: 409. */
  readonly conflicts?: number | undefined;
  /** The next so many reloads fail. */
  readonly failReloads?: number | undefined;
  /** What HAProxy says on a reload that fails. */
  readonly reloadOutput?: string | undefined;
  /** The next so many reloads change nothing and are reported as a success, as behind a `reload_cmd` that only signals (facts 4). */
  readonly silentReloadFailures?: number | undefined;
  /** The API is killed and started again instead of each of the next so many scheduled reloads (facts 4). */
  readonly killBeforeReload?: number | undefined;
  /** How long every reload takes, in milliseconds. */
  readonly reloadMs?: number | undefined;
  /** The next so many runtime actions fail. */
  readonly failRuntimeActions?: number | undefined;
}
