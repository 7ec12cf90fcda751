import process from 'node:process';
import { createCannedApi } from '../support/createCannedApi.js';

/** The canned API as a process of its own: tells its port, then answers each message. */
const api = createCannedApi();
process.on('message', (message: { readonly text?: string }) => {
  if (message.text === undefined) {
    process.send?.(api.asked());
    return;
  }
  api.reset(message.text);
  process.send?.('reset');
});
process.on('disconnect', () => process.exit());
process.send?.(await api.listen());
