import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Set by CommonJS, which the bundle is; absent in the source, which is made of modules. */
declare const __dirname: string

/**
 * The file with which a worker thread starts. In the bundle it is `<name>.cjs` beside `main.cjs`; in the source, the
 * TypeScript file itself, which Node runs as it is. The bundle is told apart by `process.env.DOCSTEAD_BUNDLED`, which
 * the build replaces by '1'.
 *
 * @param source gives the address of the TypeScript file; not called in the bundle, where `import.meta.url` is empty
 */
export function workerPath(name: string, source: () => URL): string {
  if (process.env.DOCSTEAD_BUNDLED === '1') return join(__dirname, `${name}.cjs`)
  return fileURLToPath(source())
}
