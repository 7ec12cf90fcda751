import type { Observable, OperatorFunction } from 'rxjs';
import type { Bus } from '../bus/createBus.js';
import type { PipelineEvent } from '../events/types.js';
import type { Health } from './Health.js';

/** What a component is made of. */
export interface ComponentParts {
  readonly name: string;
  readonly operator: OperatorFunction<PipelineEvent, PipelineEvent>;
  readonly health: Health;
}

/** An operator of the pipeline with the lifecycle that hosts expect of their components (design 2). */
export class Component {
  /** In kebab case, for logs and health pages. */
  readonly name: string;
  /** Resolves when `start` has subscribed: what is published from then on is heard. */
  readonly subscriptionReady: Promise<void>;
  private readonly events$: Observable<PipelineEvent>;
  private readonly publish: (event: PipelineEvent) => void;
  private readonly operator: ComponentParts['operator'];
  private readonly health: Health;
  private markReady: () => void = () => undefined;
  private failure: Error | undefined;
  private running = false;

  protected constructor(bus: Bus<PipelineEvent>, { name, operator, health }: ComponentParts) {
    this.name = name;
    this.operator = operator;
    this.health = health;
    this.events$ = bus.events$;
    this.publish = (event) => bus.publish(event);
    this.subscriptionReady = new Promise((resolve) => {
      this.markReady = resolve;
    });
  }

  /**
   * Subscribes, in this call, and publishes until the signal aborts: that aborts what runs and
   * resolves the promise. So does the end of the bus, or of the component's own work. May be
   * started again afterwards.
   *
   * The promise rejects with an error of the component or the bus, and with a TypeError when it
   * runs already.
   */
  start(signal: AbortSignal): Promise<void> {
    if (this.running) return Promise.reject(new TypeError(`the ${this.name} runs already`));
    if (signal.aborted) return Promise.resolve();
    this.running = true;
    this.failure = undefined;
    this.health.started();
    return new Promise((resolve, reject) => {
      const watching = this.events$.subscribe({ next: (event) => this.health.observe(event), error: () => undefined });
      const working = this.events$.pipe(this.operator).subscribe({
        next: this.publish,
        error: (error: unknown) => {
          this.failure = error instanceof Error ? error : new Error(String(error));
          reject(this.failure);
        },
        complete: resolve,
      });
      const stop = (): void => {
        working.unsubscribe();
        resolve();
      };
      signal.addEventListener('abort', stop, { once: true });
      working.add(() => {
        this.running = false;
        watching.unsubscribe();
        signal.removeEventListener('abort', stop);
      });
      this.markReady();
    });
  }

  /** What is wrong with it, or the error that it ended with; `undefined`: nothing, or it does not run. */
  healthCheck(): Error | undefined {
    return this.failure ?? (this.running ? this.health.check() : undefined);
  }
}
