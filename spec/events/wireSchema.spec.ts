import { describe, expect, it } from '@jest/globals';
import { inputSchemas } from '../../lib/events/inputSchemas.js';
import { outputSchemas } from '../../lib/events/outputSchemas.js';
import { wireSchema } from '../../lib/events/wireSchema.js';

describe('wireSchema', () => {
  const { $defs, ...top } = wireSchema();

  it('lists every event that is read and that is written', () => {
    expect($defs).toMatchObject({
      input: { oneOf: Object.keys(inputSchemas).map((title) => ({ title, properties: { type: { const: title } } })) },
      output: { oneOf: Object.keys(outputSchemas).map((title) => ({ title, properties: { type: { const: title } } })) },
    });
    expect(top).toMatchObject({ anyOf: [{ $ref: '#/$defs/input' }, { $ref: '#/$defs/output' }] });
  });

  it('describes every event and allows unknown fields', () => {
    const all = JSON.stringify($defs);

    for (const schema of [...Object.values(inputSchemas), ...Object.values(outputSchemas)]) expect(schema.description).toBeTruthy();
    expect(all).not.toContain('"additionalProperties":false');
  });

  it('lets null stand for what may be absent in what is read, and nowhere else', () => {
    const optional = (schema: object): object => ({ anyOf: [expect.objectContaining(schema), { type: 'null' }] });
    const files = optional({ properties: expect.objectContaining({ maps: optional({ type: 'array' }) }) });

    expect($defs.input).toMatchObject({
      oneOf: expect.arrayContaining([
        expect.objectContaining({
          properties: expect.objectContaining({ correlationId: optional({ type: 'string' }), haproxyConfig: expect.objectContaining({ type: 'string' }), auxiliaryFiles: files }),
        }),
      ]),
    });
    expect(JSON.stringify($defs.output)).not.toContain('"null"');
  });

  it('requires what parseEvent requires', () => {
    expect($defs.input).toMatchObject({ oneOf: expect.arrayContaining([expect.objectContaining({ required: ['type', 'haproxyConfig'] })]) });
  });
});
