import * as z from 'zod';
import { inputSchemas } from './inputSchemas.js';
import { outputSchemas } from './outputSchemas.js';

/** A JSON Schema (2020-12) of all events on the wire. */
export interface WireSchema {
  /** The dialect. */
  readonly $schema: string;
  /** For people. */
  readonly title: string;
  /** For people. */
  readonly description: string;
  /** A line of either kind; two types are read as well as written. */
  readonly anyOf: readonly object[];
  /** The schemas themselves. */
  readonly $defs: {
    /** One line of stdin. */
    readonly input: object;
    /** One line of stdout. */
    readonly output: object;
  };
}

type Override = NonNullable<Parameters<typeof z.toJSONSchema>[1]>['override'];

/** What is read may be `null` where it may be absent. */
const takesNulls: Override = ({ jsonSchema: { properties = {}, required = [] } }) => {
  for (const [name, property] of Object.entries(properties)) {
    // An optional object is passed here twice; none of our fields is a union by itself.
    if (typeof property === 'object' && property.anyOf === undefined && !required.includes(name)) properties[name] = { anyOf: [property, { type: 'null' }] };
  }
};

const either = (title: string, schemas: Readonly<Record<string, z.ZodType>>, override?: Override): object => ({
  title,
  // The dialect is named once, at the top.
  oneOf: Object.entries(schemas).map(([type, schema]) => ({ ...z.toJSONSchema(schema, { io: 'input', ...(override && { override }) }), $schema: undefined, title: type })),
});

/**
 * The JSON Schema (2020-12) of the events on the wire, made from the schemas that read them: one
 * line of stdin is `#/$defs/input`, one of stdout `#/$defs/output`.
 *
 * It tells shapes. Beyond them `parseEvent` checks URLs, names of files and NUL bytes.
 *
 * @example For a generator of types, or a validator of another language
 * ```ts
 * import { wireSchema } from 'haproxy-deployer';
 *
 * console.log(wireSchema().$schema, Object.keys(wireSchema().$defs));
 * // → https://json-schema.org/draft/2020-12/schema [ 'input', 'output' ]
 * ```
 */
export function wireSchema(): WireSchema {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'haproxy-deployer events',
    description: 'One JSON object a line, UTF-8. Unknown fields are ignored.',
    anyOf: [{ $ref: '#/$defs/input' }, { $ref: '#/$defs/output' }],
    $defs: {
      input: either('An event that is read', inputSchemas, takesNulls),
      output: either('An event that is written', outputSchemas),
    },
  };
}
