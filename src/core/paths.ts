import { join } from 'node:path'

declare const __dirname: string

/** Where the built web bundle lies: beside the server's own file, or in `dist/` when run from the sources. */
export const webFolder = (): string =>
  process.env['DOCSTEAD_BUNDLED'] === '1' ? join(__dirname, 'web') : join(import.meta.dirname, '../../dist/web')
