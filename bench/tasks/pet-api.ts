/** An API of the size that people have: the description that Swagger UI shows. */

const RESOURCES = ['pets', 'orders', 'users', 'stores', 'invoices', 'shipments', 'vets', 'visits'];

function operations(name: string): Record<string, unknown> {
  const one = name.slice(0, -1);
  const id = { name: `${one}Id`, in: 'path', required: true, schema: { type: 'integer' } };
  const answer = (description: string) => ({ 200: { description }, 404: { description: `No such ${one}` } });
  const body = {
    content: { 'application/json': { schema: { $ref: `#/components/schemas/${title(one)}` } } },
  };
  return {
    [`/${name}`]: {
      get: {
        tags: [name],
        summary: `List all ${name}`,
        operationId: `list${title(name)}`,
        responses: answer('A list'),
      },
      post: {
        tags: [name],
        summary: `Create a ${one}`,
        operationId: `create${title(one)}`,
        requestBody: body,
        responses: { 201: { description: 'Created' } },
      },
    },
    [`/${name}/{${one}Id}`]: {
      get: {
        tags: [name],
        summary: `Get one ${one}`,
        operationId: `get${title(one)}`,
        parameters: [id],
        responses: answer(`The ${one}`),
      },
      delete: {
        tags: [name],
        summary: `Delete a ${one}`,
        operationId: `delete${title(one)}`,
        parameters: [id],
        responses: answer('Deleted'),
      },
    },
  };
}

function title(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

const schema = {
  type: 'object',
  properties: {
    id: { type: 'integer' },
    name: { type: 'string' },
    status: { type: 'string', enum: ['placed', 'sold'] },
  },
};

export const PETS = {
  openapi: '3.0.3',
  info: { title: 'Pet shop', version: '1.2.3', description: 'Everything that a pet shop needs.' },
  paths: Object.assign({}, ...RESOURCES.map(operations)),
  components: {
    schemas: Object.fromEntries(RESOURCES.map((name) => [title(name.slice(0, -1)), schema])),
    securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } },
  },
  security: [{ key: [] }],
};
