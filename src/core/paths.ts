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

/** Returns the folders of the fonts that exports use: those of texts, and those of formulas. */
export const fontFolders = (): { text: string; formulas: string } =>
  process.env['DOCSTEAD_BUNDLED'] === '1'
    ? { text: join(__dirname, 'fonts'), formulas: join(__dirname, 'fonts') }
    : {
        text: join(import.meta.dirname, '../features/export/pdf/fonts'),
        formulas: join(import.meta.dirname, '../../node_modules/katex/dist/fonts'),
      }

/** Returns the path of libwebp as WebAssembly, which exports use: next to the fonts, or in its package. */
export const webpDecoder = (): string =>
  process.env['DOCSTEAD_BUNDLED'] === '1'
    ? join(__dirname, 'fonts', 'webp.wasm')
    : join(import.meta.dirname, '../../node_modules/@cwasm/webp/webp.wasm')
