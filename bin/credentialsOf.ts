import type { InferredOptionTypes } from 'yargs';
import type { ConnectDataPlaneOptions } from '../lib/dataplane/connectDataPlane.js';
import type { endpointOptions } from './options/endpointOptions.js';

/** Credentials and TLS settings for endpoints that bring none of their own, as the command line gives them. */
export function credentialsOf(args: InferredOptionTypes<typeof endpointOptions>): NonNullable<ConnectDataPlaneOptions['defaults']> {
  const { username, 'password-file': passwordFile, 'password-env': passwordEnv } = args;
  const { 'ca-file': caFile, 'cert-file': certFile, 'key-file': keyFile } = args;
  return {
    ...(username !== undefined && { username }),
    ...(passwordFile !== undefined && { passwordFile }),
    ...(passwordEnv !== undefined && { passwordEnv }),
    tls: {
      ...(caFile !== undefined && { caFile }),
      ...(certFile !== undefined && { certFile }),
      ...(keyFile !== undefined && { keyFile }),
      insecureSkipVerify: args['insecure-skip-verify'],
    },
  };
}
