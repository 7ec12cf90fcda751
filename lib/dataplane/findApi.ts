import * as z from 'zod';
import { jsonOf, type Answer } from './answer.js';
import { answerToError } from './answerToError.js';
import type { ApiInfo } from './DataPlaneClient.js';
import { dataPlaneError, type Doing } from './dataPlaneError.js';
import { DataPlaneError } from './errors.js';

type Major = ApiInfo['major'];

const infoSchema = z.object({ api: z.object({ version: z.string().default('') }) });
const specificationSchema = z.object({ info: z.object({ version: z.string() }) });

/**
 * Finds the base path and version of an API (facts 0 and 1).
 *
 * A given base path is the only one tried. Else `/v3` and then `/v2`: an API serves one of them and
 * answers 404 to the other; a 401 ends the search, for newer ones give it to every path.
 * A build that does not know its version is asked for its specification.
 *
 * @param get Sends `GET` to a path and gives the answer, whatever its status.
 */
export async function findApi(
  basePath: 'v2' | 'v3' | undefined,
  get: (path: string) => Promise<Answer>,
  doing: Doing,
): Promise<ApiInfo> {
  const majors: readonly Major[] = basePath === undefined ? [3, 2] : [basePath === 'v2' ? 2 : 3];
  for (const major of majors) {
    const answer = await get(`/v${major}/info`);
    if (answer.status === 200) {
      return await versionOfApi(major, answer, get, doing);
    }
    if (answer.status !== 404) {
      throw answerToError(answer, doing);
    }
  }
  throw dataPlaneError(doing, {
    code: 'incompatible',
    status: 404,
    problem: `answered 404 to ${majors.map((major) => `/v${major}/info`).join(' and ')}: no Data Plane API is there`,
    hints:
      basePath === undefined
        ? ['See that the URL is that of a Data Plane API 2.x or 3.x, not of HAProxy itself.']
        : [`The entry's URL names /${basePath}: take it off, and the version is found out.`],
  });
}

async function versionOfApi(
  major: Major,
  answer: Answer,
  get: (path: string) => Promise<Answer>,
  doing: Doing,
): Promise<ApiInfo> {
  const info = infoSchema.safeParse(jsonOf(answer));
  if (!info.success) {
    throw dataPlaneError(doing, {
      code: 'api_error',
      status: answer.status,
      problem: `what /v${major}/info answered is unreadable`,
      hints: ['See that the URL is that of a Data Plane API.'],
    });
  }
  const { version } = info.data.api;
  const minor = minorOf(version) ?? (await specifiedMinor(major, get));
  return { major, version, ...(minor === undefined ? {} : { minor }) };
}

async function specifiedMinor(major: Major, get: (path: string) => Promise<Answer>): Promise<number | undefined> {
  try {
    const specification = specificationSchema.safeParse(jsonOf(await get(`/v${major}/specification`)));
    return specification.success ? minorOf(specification.data.info.version) : undefined;
  } catch (error) {
    // The minor version is good to have; a specification that is too large or garbled must not cost the endpoint.
    if (error instanceof DataPlaneError && error.code === 'api_error') {
      return undefined;
    }
    throw error;
  }
}

function minorOf(version: string): number | undefined {
  const minor = /^v?\d+\.(\d+)/.exec(version.trim())?.[1];
  return minor === undefined ? undefined : Number(minor);
}
