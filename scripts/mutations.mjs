// Rules broken on purpose, for scripts/mutate.mjs. Each change is [file, search, replacement]; the
// search text must stand there exactly once. `specs` are the specs of the broken rule.

const deployer = ['spec/deployer', 'spec/runPipeline'];
const slot = ['spec/operators/slot', 'spec/scheduler/slot', 'spec/scheduler/twoClocks'];

export const mutations = [
  // Scheduler: renders and contents
  {
    rule: 'S1',
    breaks: 'a render is deployed before it is validated',
    specs: ['spec/scheduler/renders', 'spec/scheduler/slot'],
    changes: [
      [
        'lib/scheduler/reduce.ts',
        'return patch(step, { renders: addRender(step.state.renders, event) });',
        'return patch(step, { renders: addRender(step.state.renders, event), contents: promote(step.state.contents, toContent(event)) });',
      ],
    ],
  },
  {
    rule: 'S1',
    breaks: 'an older validation replaces a newer one',
    specs: ['spec/scheduler/renders', 'spec/scheduler/slot'],
    changes: [['lib/scheduler/renders.ts', 'return renders.slice(renders.findIndex((waiting) => waiting.render === render) + 1);', 'return forget(renders, render);']],
  },
  {
    rule: 'S1',
    breaks: 'any number of renders waits',
    specs: ['spec/scheduler/renders', 'spec/scheduler/slot'],
    changes: [['lib/scheduler/renders.ts', 'kept.length - first > defaults.maxWaitingRenders || ', '']],
  },
  {
    rule: 'S3',
    breaks: 'the content is chosen when a request enters the slot',
    specs: ['spec/scheduler/slot'],
    changes: [
      ['lib/scheduler/offerRequest.ts', 'offer(slot, request, merge)', 'offer(slot, { contents: step.state.contents, ...request }, merge)'],
      ['lib/scheduler/offerRequest.ts', 'return { ...merged, only:', 'return { ...merged, contents: waiting.contents, only:'],
      ['lib/scheduler/settle.ts', 'chooseTargets(step.state, leaving);', 'chooseTargets(leaving.contents?.candidate ? { ...step.state, contents: leaving.contents } : step.state, leaving);'],
    ],
  },
  { rule: 'S3', breaks: 'the newer of two requests replaces the waiting one', specs: ['spec/scheduler/slot'], changes: [['lib/scheduler/offerRequest.ts', 'const merged = mergeRequests(waiting, newer);', 'const merged = newer;']] },
  { rule: 'S3', breaks: '"compare everything" is lost when requests merge', specs: ['spec/scheduler/slot'], changes: [['lib/scheduler/request.ts', 'force: waiting.force || newer.force,', 'force: newer.force,']] },

  // Scheduler: time
  { rule: 'S4', breaks: 'no interval after a reload', specs: slot, changes: [['lib/operators/slot.ts', "heavyEnd: effect === 'heavy' ? now : slot.heavyEnd,", 'heavyEnd: slot.heavyEnd,']] },
  { rule: 'S4', breaks: 'times are not moved when the clock is set back', specs: ['spec/scheduler/slot'], changes: [['lib/scheduler/reduce.ts', 'now < state.steppedAt ? shiftTimes(state, now - state.steppedAt) : state;', 'state;']] },
  { rule: 'S13', breaks: 'no interval after a run-time write', specs: slot, changes: [['lib/operators/slot.ts', "lightEnd: effect === 'none' ? slot.lightEnd : now,", 'lightEnd: slot.lightEnd,']] },
  { rule: 'S13', breaks: 'what needs a reload leaves under the short clock', specs: slot, changes: [['lib/scheduler/chooseTargets.ts', ' || !isRuntimeOnly(good, candidate)) {', ') {']] },
  { rule: 'S13', breaks: 'an endpoint of which nothing was heard counts as not written', specs: ['spec/scheduler/twoClocks', 'spec/scheduler/silence'], changes: [['lib/scheduler/inFlight.ts', "return ended.size < targets.size ? 'heavy' : effect;", 'return effect;']] },
  {
    rule: 'S5',
    breaks: 'a second deployment starts while one is in flight',
    specs: ['spec/scheduler/slot', 'spec/scheduler/silence'],
    changes: [
      ['lib/scheduler/settle.ts', "    if (inFlight) return wait(step, waiting, 'deployment_in_progress');\n", ''],
      ['lib/operators/slot.ts', 'if (settled.running || !settled.pending) {', 'if (!settled.pending) {'],
      // One at a time all the same: without this it would never stop to start what is left of a split.
      ['lib/scheduler/settle.ts', '    leave(step, ticked.start.request, candidate);\n', '    return void leave(step, ticked.start.request, candidate);\n'],
    ],
  },
  { rule: 'S5', breaks: 'any completion frees the slot', specs: ['spec/scheduler/slot', 'spec/scheduler/silence'], changes: [['lib/scheduler/inFlight.ts', 'return deploymentId === undefined ? correlationId === inFlight.correlationId : deploymentId === inFlight.deploymentId;', 'return true;']] },
  { rule: 'S5', breaks: 'an instance event of another deployment counts', specs: ['spec/scheduler/confirmed', 'spec/scheduler/leadership'], changes: [['lib/scheduler/results.ts', ' || event.deploymentId !== inFlight.deploymentId', '']] },
  { rule: 'S6', breaks: 'silence is never over', specs: ['spec/scheduler/silence'], changes: [['lib/scheduler/settle.ts', 'return now + remainingMs(progressAt, now, options.deploymentTimeoutMs + waitMs);', 'return undefined;']] },
  { rule: 'S6', breaks: 'silence does not start anew with an endpoint that ends', specs: ['spec/scheduler/silence'], changes: [['lib/scheduler/inFlight.ts', '    progressAt: now,\n', '']] },
  { rule: 'S6', breaks: 'a cancelled deployment gets no grace', specs: ['spec/scheduler/silence'], changes: [['lib/scheduler/settle.ts', 'remainingMs(cancelled.at, now, options.cancelGraceMs)', 'remainingMs(cancelled.at, now, 0)']] },
  { rule: 'S6', breaks: 'what ran out of time is not asked for again', specs: ['spec/scheduler/silence'], changes: [['lib/scheduler/results.ts', '    offerRequest(step, { ...again, reasons: again.reasons.map(afterTimeout) });\n', '']] },

  // Scheduler: endpoints
  { rule: '3', breaks: 'one endpoint is accepted twice', specs: ['spec/scheduler/confirmed', 'spec/events/parseEvent'], changes: [['lib/scheduler/reduce.ts', '  if (duplicate) {', '  if (duplicate?.index === -1) {'], ['lib/events/finishEvent.ts', '    if (twin !== undefined) return', '    if (twin === -1) return']] },
  { rule: '3', breaks: 'what is told under an old entry counts for the new one', specs: ['spec/scheduler/confirmed'], changes: [['lib/scheduler/results.ts', "  if (step.state.fleet.get(url)?.generation !== target.generation) return;\n", '']] },
  { rule: '3', breaks: 'requests to an endpoint that left go on', specs: ['spec/scheduler/confirmed'], changes: [['lib/scheduler/cancelInFlight.ts', '  if (endpoints.length === 0) return;', '  if (endpoints.length >= 0) return;']] },
  { rule: 'S7', breaks: 'a failure confirms', specs: ['spec/scheduler/confirmed'], changes: [['lib/scheduler/results.ts', 'else fail(step, url, target.checksum, event);', 'else confirm(step, inFlight, url, target.checksum);']] },
  { rule: 'S7', breaks: 'nothing is skipped', specs: ['spec/scheduler/confirmed'], changes: [['lib/scheduler/chooseTargets.ts', "if (open.length === 0) return { kind: 'skip',", "if (open.length < 0) return { kind: 'skip',"]] },
  { rule: 'S8', breaks: 'a fallback deploys what is confirmed, again and again', specs: ['spec/scheduler/confirmed'], changes: [['lib/scheduler/request.ts', "new Set(['config_validation', 'validation_fallback', 'retry'])", "new Set(['config_validation', 'retry'])"]] },
  { rule: 'S9', breaks: 'a retry comes after a millisecond', specs: ['spec/scheduler/retry', 'spec/scheduler/byHand'], changes: [['lib/scheduler/results.ts', 'retryAt: retries ? step.now + delayMs : undefined,', 'retryAt: retries ? step.now + 1 : undefined,']] },
  { rule: 'S9', breaks: 'the back-off does not grow', specs: ['spec/operators/backoffDelay', 'spec/scheduler/retry'], changes: [['lib/operators/backoffDelay.ts', 'initialMs * 2 ** (attempt - 1)', 'initialMs']] },
  { rule: 'S9', breaks: 'failed endpoints are retried one after another', specs: ['spec/scheduler/retry', 'spec/pipeline.load'], changes: [['lib/scheduler/fleet.ts', 'retryAt !== undefined && retryAt <= horizon)', 'retryAt !== undefined && retryAt <= now)']] },
  { rule: 'S9', breaks: 'a retry takes all endpoints along', specs: ['spec/scheduler/retry', 'spec/scheduler/byHand'], changes: [['lib/scheduler/settle.ts', "request('retry', undefined, { only: due })", "request('retry', undefined)"]] },
  { rule: 'S9', breaks: 'a running retry holds new content up', specs: ['spec/scheduler/retry', 'spec/scheduler/byHand'], changes: [['lib/scheduler/reduce.ts', "  if (leading && isPointless && !inFlight.cancelled) cancelInFlight(step, 'superseded');\n", '']] },
  { rule: 'S9', breaks: 'new content leaves endpoints in back-off out', specs: ['spec/scheduler/retry', 'spec/scheduler/byHand'], changes: [['lib/scheduler/reduce.ts', '{ withBackoff: isNew }', '{}']] },
  { rule: 'S9', breaks: 'new content lets no parked endpoint go', specs: ['spec/scheduler/retry', 'spec/scheduler/byHand'], changes: [['lib/scheduler/reduce.ts', 'unpark({ ...record, checkAt: undefined, refused', '({ ...record, checkAt: undefined, refused']] },
  { rule: 'S9', breaks: 'a reconciliation lets no parked endpoint go', specs: ['spec/scheduler/retry', 'spec/scheduler/byHand'], changes: [['lib/scheduler/reduce.ts', '({ ...unpark(record), refused: []', '({ ...record, refused: []']] },
  { rule: 'S10', breaks: 'lost leadership cancels nothing', specs: ['spec/scheduler/leadership', 'spec/runPipeline'], changes: [['lib/scheduler/reduce.ts', "      cancelInFlight(step, 'lost_leadership');\n", '']] },
  {
    rule: 'S10',
    breaks: 'confirmations outlast leadership',
    specs: ['spec/scheduler/leadership'],
    changes: [
      ['lib/scheduler/reduce.ts', '({ ...record, confirmed: undefined, retryAt: undefined })', '({ ...record, retryAt: undefined })'],
      ['lib/scheduler/reduce.ts', '({ ...startAfresh(record), confirmed: undefined })', 'startAfresh(record)'],
    ],
  },
  { rule: 'S10', breaks: 'a follower keeps requests', specs: ['spec/scheduler/leadership'], changes: [['lib/scheduler/offerRequest.ts', '  if (!leading) return;\n', '']] },
  { rule: 'S12', breaks: 'the end of input does not wait for retries', specs: ['spec/scheduler/endOfInput', 'spec/runPipeline'], changes: [['lib/scheduler/settle.ts', ' && (isDrainOver(step) || ![...fleet.values()].some(inBackoff));', ';']] },
  { rule: 'S14', breaks: 'what was refused is sent again', specs: ['spec/scheduler/wanted', 'spec/scheduler/rollout'], changes: [['lib/scheduler/contents.ts', 'content && !refused.includes(content.checksum)', 'content']] },
  { rule: 'S14', breaks: 'a discovery forgets refusals', specs: ['spec/scheduler/wanted', 'spec/scheduler/rollout'], changes: [['lib/scheduler/fleet.ts', 'sameEntry(known.endpoint, endpoint) ? known :', 'sameEntry(known.endpoint, endpoint) ? { ...known, refused: [] } :']] },
  {
    rule: 'S14',
    breaks: 'a drift check forgets refusals',
    specs: ['spec/scheduler/wanted', 'spec/scheduler/rollout'],
    changes: [['lib/scheduler/reduce.ts', '      if (step.state.drainUntil === undefined) {\n', '      if (step.state.drainUntil === undefined) {\n        patch(step, { fleet: updateAll(step.state.fleet, (record) => ({ ...record, refused: [] })) });\n']],
  },
  { rule: 'S14', breaks: 'no step back to the good content', specs: ['spec/scheduler/wanted', 'spec/scheduler/rollout'], changes: [['lib/scheduler/results.ts', '  if (!inFlight.cancelled) bringUp(step, inFlight);\n', '']] },
  { rule: 'S14', breaks: 'a refused content counts as good', specs: ['spec/scheduler/wanted', 'spec/scheduler/rollout'], changes: [['lib/scheduler/results.ts', '  announceParked(step, url, code);\n}\n\nfunction park(', '  patch(step, { contents: { ...step.state.contents, good: candidate } });\n  announceParked(step, url, code);\n}\n\nfunction park(']] },
  { rule: 'S14', breaks: 'a content whose canary failed goes to the rest', specs: ['spec/scheduler/wanted', 'spec/scheduler/rollout'], changes: [['lib/scheduler/rollout.ts', 'const waits = held !== undefined && ', 'const waits = false && ']] },
  {
    rule: 'S14',
    breaks: 'what a canary was sent and left with counts as good',
    specs: ['spec/scheduler/rollout'],
    changes: [['lib/scheduler/results.ts', '...(left.length > 0 ? { contents: { ...contents, good: candidate } } : {})', 'contents: { ...contents, good: candidate }']],
  },
  { rule: 'S12', breaks: 'a canary that fails after the drain is tried again at once', specs: ['spec/scheduler/rollout'], changes: [['lib/scheduler/results.ts', ' || (record.failures > 0 && isDrainOver(step));', ';']] },
  { rule: 'S15', breaks: 'a pause holds nothing back', specs: ['spec/scheduler/byHand'], changes: [['lib/scheduler/settle.ts', "    if (paused) return wait(step, waiting, 'paused');\n", '']] },

  // Deployer
  { rule: 'D1', breaks: 'maxParallel is no limit', specs: deployer, changes: [['lib/operators/inTurn.ts', 'while (active < limit && ', 'while (']] },
  { rule: 'D1', breaks: 'endpoints that failed are not begun last', specs: ['spec/scheduler/slot', 'spec/runPipeline', 'spec/pipeline.load'], changes: [['lib/scheduler/chooseTargets.ts', '  ...targets.filter(({ record }) => !record.unsettled),\n  ...targets.filter(({ record }) => record.unsettled),\n', '  ...targets,\n']] },
  { rule: 'D2', breaks: 'an endpoint may take twice its time', specs: deployer, changes: [['lib/deployer/deployToEndpoint.ts', 'timeout({ first: Math.max(0, attempt.deadline - scheduler.now()),', 'timeout({ first: 2 * options.instanceTimeoutMs,']] },
  { rule: 'D3', breaks: 'an unclear end is not looked at anew', specs: deployer, changes: [['lib/deployer/createReporter.ts', "    if (outcome === 'unknown') memory.forget(endpoint.url);\n", '']] },
  { rule: '5', breaks: 'cancelled endpoints are not counted', specs: deployer, changes: [['lib/deployer/summarize.ts', '      cancelled += 1;\n', '']] },
  { rule: 'D7', breaks: 'a conflict is not tried again', specs: deployer, changes: [['lib/deployer/deployToEndpoint.ts', 'count: maxConflicts,', 'count: 0,']] },
  { rule: 'D8', breaks: 'the word of the API is proof enough', specs: deployer, changes: [['lib/dataplane/worker.ts', 'if (!before) return said ? of(undefined)', 'if (!before || said) return said ? of(undefined)']] },
  {
    rule: 'D8a',
    breaks: 'nothing is written back after a failed reload',
    specs: deployer,
    changes: [
      ['lib/dataplane/pushRaw.ts', 'isFailedReload(error) ? writeBack(attempt, found, error) : throwError(() => error)', 'throwError(() => error)'],
      ['lib/dataplane/pushRaw.ts', '  if (isFailedReload(error)) return writeBack(attempt, found, error);\n', ''],
    ],
  },
  { rule: 'D8', breaks: 'without memory: an edit that is wanted now passes for what runs', specs: ['spec/restart'], changes: [['lib/dataplane/lookAt.ts', 'return tellsOf(attempt, found, fingerprint) && startedAfterWrite', 'return startedAfterWrite']] },
  { rule: 'D8', breaks: 'without memory: the process from before the write proves it', specs: ['spec/dataplane/isRunning', 'spec/restart'], changes: [['lib/dataplane/isRunning.ts', 'return worker?.pid !== before && ', 'return ']] },
  { rule: 'D8', breaks: 'without memory: values prove what they do not show', specs: ['spec/restart'], changes: [['lib/dataplane/lookAt.ts', ' || fingerprint.unseen || ', ' || ']] },
  { rule: 'D5a', breaks: 'without memory: a text that somebody wrote passes for ours', specs: ['spec/dataplane/isAsWritten', 'spec/restart'], changes: [['lib/dataplane/isAsWritten.ts', '=== checksum;', '!== undefined;']] },
  { rule: 'D5', breaks: 'without memory: changed values are led on from', specs: ['spec/restart'], changes: [['lib/dataplane/isRunning.ts', '(runs ? showsValues(attempt, found) : of(false))', 'of(runs)']] },
  { rule: 'D9', breaks: 'a failed transaction is left', specs: deployer, changes: [['lib/dataplane/deleteFailedTransaction.ts', '  if (id === undefined) return', "  if (id !== '') return"]] },
  { rule: 'D10', breaks: 'an unclear end is called untouched', specs: deployer, changes: [['lib/deployer/createReporter.ts', "return said === 'unknown' || inDoubt || touched ? 'unknown' : 'untouched';", "return 'untouched';"]] },
  { rule: 'D11', breaks: "a canary's failure does not stop the rest", specs: deployer, changes: [['lib/deployer/rollOut.ts', '            if (ends.some(isFailure)) return stop();\n', '']] },
  { rule: 'D11', breaks: 'the rest goes on though all canaries left', specs: deployer, changes: [['lib/deployer/rollOut.ts', 'if (ends.length > 0 && ', 'if (ends.length < 0 && ']] },
  { rule: 'D11', breaks: 'maxFailures is no limit', specs: deployer, changes: [['lib/deployer/rollOut.ts', 'failures > maxFailures', 'false']] },
  { rule: 'D13', breaks: "another fleet's endpoint is written to", specs: ['spec/deployer/deployToEndpoint'], changes: [['lib/dataplane/lookAt.ts', 'if (!fingerprint || fingerprint.name === settings.name || settings.takeOver) return;', 'return;']] },
  {
    rule: 'D6',
    breaks: 'files that are not in the manifest are removed',
    specs: ['spec/haproxy/diffAuxFiles', 'spec/dataplane/syncAuxFiles'],
    changes: [['lib/haproxy/diffAuxFiles.ts', '(present.owned ?? []).filter(', '[...present.listed].flatMap(([store, names]) => [...names].map((name) => ({ store, name }))).filter(']],
  },
  { rule: 'D5', breaks: 'a map whose order has meaning follows entry by entry', specs: ['spec/dataplane/changeMaps'], changes: [['lib/dataplane/lookAt.ts', 'exact && changed.some', 'changed.some']] },
  { rule: 'D5', breaks: 'a map that a rule changes counts as only read', specs: ['spec/dataplane/changeMaps', 'spec/haproxy/runningMaps'], changes: [['lib/haproxy/runningMaps.ts', ' && lookups === mentions', '']] },
  { rule: 'D5', breaks: 'entries of maps are not read back', specs: ['spec/dataplane/changeMaps'], changes: [['lib/dataplane/changeMaps.ts', 'left?.changes.length === 0', 'left !== undefined']] },
  { rule: 'D5', breaks: 'a step of maps knows no threshold', specs: ['spec/dataplane/changeMaps'], changes: [['lib/dataplane/prepareRuntime.ts', 'rawPushThreshold === 0 ? Infinity', 'rawPushThreshold >= 0 ? Infinity']] },
  { rule: 'D6', breaks: 'a file goes that the configuration still names', specs: ['spec/dataplane/syncAuxFiles'], changes: [['lib/dataplane/lookAtFiles.ts', '(file) => namesFile(content, file)', '() => false']] },
  { rule: 'D6', breaks: 'a map counts as put back whose running entries were changed', specs: ['spec/dataplane/changeMaps'], changes: [['lib/dataplane/putBackFiles.ts', ' || progress.mapsTouched', '']] },

  // Drift
  { rule: 'R1', breaks: 'there is one check and no further one', specs: ['spec/drift/driftTriggers'], changes: [['lib/drift/driftTriggers.ts', '.pipe(repeat())', '']] },
  { rule: 'R2', breaks: 'a failed deployment puts the check off', specs: ['spec/drift/driftTriggers'], changes: [['lib/drift/driftTriggers.ts', 'failed === 0 && cancelled', 'cancelled']] },
  { rule: 'R2', breaks: 'a look at some endpoints puts the check off', specs: ['spec/drift/driftTriggers'], changes: [['lib/drift/driftTriggers.ts', "endpoints === 'all' && ", '']] },
  { rule: 'R3', breaks: 'drift is checked while paused', specs: ['spec/drift/driftTriggers'], changes: [['lib/drift/driftTriggers.ts', ' && leading && !paused', ' && leading']] },
  { rule: 'R3', breaks: 'drift is checked while following', specs: ['spec/drift/driftTriggers'], changes: [['lib/drift/driftTriggers.ts', ' && leading && !paused', ' && !paused']] },
  { rule: 'S13', breaks: 'a map of any use counts as run-time only', specs: ['spec/haproxy/diffMaps'], changes: [['lib/haproxy/diffMaps.ts', '.filter(({ exact }) => exact)', '']] },
  { rule: 'R4', breaks: 'a drift check passes running maps by', specs: ['spec/dataplane/changeMaps'], changes: [['lib/dataplane/lookAtRunning.ts', 'corrected.length + maps.length === 0', 'corrected.length === 0']] },
  { rule: 'R4', breaks: 'a drift check believes the version number', specs: ['spec/deployer', 'spec/runPipeline', 'spec/drift'], changes: [['lib/dataplane/lookAt.ts', 'if (force || progress.retries', 'if (progress.retries']] },

  // Events, process
  { rule: '2', breaks: 'a nested event is delivered at once', specs: ['spec/bus', 'spec/operators/createTurns'], changes: [['lib/operators/createTurns.ts', '    waiting.push(job);\n    if (running) return;', '    if (running) return job();\n    waiting.push(job);']] },
  { rule: '6', breaks: 'a short cut takes fields that no event has', specs: ['spec/events/isPlainEvent', 'spec/events/parseEvent'], changes: [['lib/events/isPlainEvent.ts', '      return dateTime.test(value);\n    default:\n      return false;', '      return dateTime.test(value);\n    default:\n      return true;']] },
  { rule: '3', breaks: 'a list with a changed entry counts as the same', specs: ['spec/scheduler'], changes: [['lib/scheduler/fleet.ts', 'entry.url !== endpoint.url || !sameEntry(endpoint, entry)', 'entry.url !== endpoint.url']] },
  { rule: '2', breaks: "a reader's exception goes through", specs: ['spec/bus', 'spec/components'], changes: [['lib/bus/createBus.ts', '            onReaderError(error);\n', '            throw error;\n']] },
  { rule: '6', breaks: 'errors are not masked', specs: ['spec/dataplane/exchange', 'spec/dataplane/gotClient', 'spec/bin/secrets'], changes: [['lib/dataplane/dataPlaneError.ts', 'maskMessage(problem, secrets())', 'problem']] },
  {
    rule: '6',
    breaks: 'lines may have any length',
    specs: ['spec/ndjson', 'spec/bin/readEvents'],
    changes: [
      ['lib/ndjson/splitLines.ts', 'if (wanted > maxLineBytes + 1) {', 'if (wanted > 1e9) {'],
      ['lib/ndjson/splitLines.ts', 'Math.min(Math.max(2 * wanted, 1024), maxLineBytes + 1)', 'Math.max(2 * wanted, 1024)'],
      ['lib/ndjson/splitLines.ts', 'if (line.length > maxLineBytes) sink.tooLong(number);\n    else if', 'if'],
      ['lib/ndjson/splitLines.ts', 'block.length <= maxLineBytes && isUtf8(block)', 'isUtf8(block)'],
    ],
  },
  { rule: '6', breaks: 'input is read however slow the reader is', specs: ['spec/bin/slowReader', 'spec/bin/readEvents'], changes: [['bin/runService.ts', 'writer.unreadBytes() > defaults.maxUnreadOutputBytes ?', 'writer.unreadBytes() < 0 ?']] },
];
