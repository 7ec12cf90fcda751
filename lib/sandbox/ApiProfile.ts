/** Versions that the sandbox can play; each stands for the last release of its series (facts 0). */
export const apiVersions = ['2.9', '3.0', '3.1', '3.2', '3.3', '3.4'] as const;

export type ApiVersion = (typeof apiVersions)[number];

/** Everything in which the versions differ, as far as the sandbox shows it. */
export interface ApiProfile {
  readonly apiVersion: ApiVersion;
  readonly basePath: '/v2' | '/v3';
  /** `api.version` of `info` (facts 1). */
  readonly release: string;
  /**
   * `swagger`: unknown paths are 404 before 401, parameters and bodies at fault 422, `Accept` is
   * negotiated. `chi` (3.3.6 and later): 401 first, 400, no negotiation (facts 0, 1).
   */
  readonly router: 'swagger' | 'chi';
  /** Raw text, structured lists and servers' paths as in v2: JSON, wrapped, flat (facts 0, 2, 8). */
  readonly v2Shapes: boolean;
  /** Errors of the raw endpoints are JSON under `text/plain` (facts 1). */
  readonly rawErrorsAsText: boolean;
  /** The 401 message holds the received password (facts 1). */
  readonly passwordIn401: boolean;
  /** `only_validate` tells what HAProxy said (facts 2). */
  readonly validateOnlyDetail: boolean;
  readonly putGeneral: 'text' | 'multipart';
  readonly crtLists: boolean;
  /** `POST ssl_certificates` heeds `skip_reload` (facts 6). */
  readonly certificateSkipReload: boolean;
  /** A new certificate is first tried at run time, which spares the reload (facts 6). */
  readonly certificateByRuntime: boolean;
  /** Metadata of certificates hold `subject` and `serial` (facts 6). */
  readonly certificateSerial: boolean;
  /** Status for what the runtime socket does not find (facts 7). */
  readonly runtimeMissing: 404 | 500;
  /** Runtime server objects show weights (facts 7). */
  readonly runtimeWeights: boolean;
  /** A comment behind a section's header is kept (facts 2.1). */
  readonly headerComments: boolean;
  /** Section keywords in the order in which they are written (facts 2.1). */
  readonly sectionOrder: readonly string[];
}

const releases: Readonly<Record<ApiVersion, string>> = {
  '2.9': 'v2.9.27 9818b7d1',
  '3.0': 'v3.0.23 e18784b0',
  '3.1': 'v3.1.14 731f6264',
  '3.2': 'v3.2.15 6c3065d9',
  '3.3': 'v3.3.7 b08fdddf',
  '3.4': 'v3.4.2 8613429f',
};

/** What the last release of `apiVersion` does. */
export function apiProfile(apiVersion: ApiVersion): ApiProfile {
  const rank = apiVersions.indexOf(apiVersion);
  const since = (version: ApiVersion): boolean => rank >= apiVersions.indexOf(version);
  return {
    apiVersion,
    basePath: since('3.0') ? '/v3' : '/v2',
    release: releases[apiVersion],
    router: since('3.3') ? 'chi' : 'swagger',
    v2Shapes: !since('3.0'),
    rawErrorsAsText: since('3.0') && !since('3.3'),
    passwordIn401: !since('3.1'),
    validateOnlyDetail: since('3.0'),
    putGeneral: since('3.0') ? 'multipart' : 'text',
    crtLists: since('3.2'),
    certificateSkipReload: since('3.0'),
    certificateByRuntime: since('3.2'),
    certificateSerial: since('3.0'),
    runtimeMissing: since('3.2') ? 404 : 500,
    runtimeWeights: since('3.3'),
    headerComments: since('3.2'),
    sectionOrder: [
      'global', 'defaults', 'userlist', 'peers', 'mailers', 'resolvers', 'cache', 'ring',
      ...(since('3.1') ? ['traces'] : []),
      'log-forward',
      ...(since('3.1') ? ['log-profile'] : []),
      'http-errors',
      ...(since('3.4') ? ['healthcheck'] : []),
      ...(since('3.2') ? ['acme'] : []),
      ...(since('3.0') ? ['crt-store'] : []),
      ...(apiVersion === '3.1' ? [] : ['fcgi-app']),
      'frontend', 'backend', 'listen',
      ...(since('3.4') ? [] : ['program']),
      ...(apiVersion === '3.1' ? ['fcgi-app'] : []),
    ],
  };
}
