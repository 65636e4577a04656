import { defineConfig } from 'orval';

const input = {
  target: '../../api/openapi.yaml',
  filters: { tags: ['waitlist'] },
};

// The build generates into another folder, to compare it with the committed one.
const output = process.env.ORVAL_OUTPUT ?? 'src/generated';

export default defineConfig({
  hooks: {
    input,
    output: {
      target: `${output}/waitlist.ts`,
      client: 'react-query',
      httpClient: 'axios',
      override: {
        mutator: { path: 'src/http.ts', name: 'request' },
      },
    },
  },
  schemas: {
    input,
    output: {
      target: `${output}/schemas.ts`,
      client: 'zod',
    },
  },
});
