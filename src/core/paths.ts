import { join } from 'node:path'

declare const __dirname: string

/** Returns the path of the chapter of the guide that `docstead help guide` prints. */
export const operationGuide = (lang: string): string =>
  process.env['DOCSTEAD_BUNDLED'] === '1'
    ? join(__dirname, 'guide', `${lang}.md`)
    : join(import.meta.dirname, '../../web/features/help/guide', lang, 'operation.md')

/** Returns the folder of the built web bundle: next to the server's own file, or `dist/` when run from the sources. */
export const webFolder = (): string =>
  process.env['DOCSTEAD_BUNDLED'] === '1' ? join(__dirname, 'web') : join(import.meta.dirname, '../../dist/web')
