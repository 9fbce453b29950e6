import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Set by CommonJS, which the bundle is; not defined in the sources, which are ES modules. */
declare const __dirname: string

/**
 * Returns the file that a worker thread starts with. In the bundle it is `<name>.cjs` next to `main.cjs`; in the
 * sources, the TypeScript file itself, which Node runs directly. The bundle is recognized by
 * `process.env.DOCSTEAD_BUNDLED`, which the build replaces with '1'.
 *
 * @param source returns the URL of the TypeScript file; not called in the bundle, where `import.meta.url` is empty
 */
export function workerPath(name: string, source: () => URL): string {
  if (process.env.DOCSTEAD_BUNDLED === '1') return join(__dirname, `${name}.cjs`)
  return fileURLToPath(source())
}
