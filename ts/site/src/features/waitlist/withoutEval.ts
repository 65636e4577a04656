import { config } from 'zod';

// Zod compiles its schemas with `new Function` where it may. The content security policy forbids
// that, and even the attempt to find out is reported. Imported before the first schema is made.
config({ jitless: true });
