import { join, relative } from 'node:path'
import { build, type Plugin } from 'esbuild'
import { workerNamespace } from '#build/merge-chunks.ts'
import { root } from '#build/paths.ts'

/**
 * `import address from './x.ts?thread'` returns the address of a script that runs in a worker. The script is
 * self-contained: a worker has no import map, and the chunks of the pages import the first one by its bare name.
 */
export const workerPlugin: Plugin = {
  name: 'threads',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\.ts\?thread$/ }, ({ path, resolveDir }) => ({
      // from the root: the names of chunks depend on it, and must not on where the sources are
      path: relative(root, join(resolveDir, path.replace(/\.ts\?thread$/, '.js'))),
      namespace: workerNamespace,
    }))
    onLoad({ filter: /.*/, namespace: workerNamespace }, async ({ path }) => {
      const { outputFiles, metafile } = await build({
        absWorkingDir: root,
        entryPoints: [join(root, path.replace(/\.js$/, '.ts'))],
        bundle: true,
        write: false,
        metafile: true,
        format: 'iife',
        minify: true,
        charset: 'utf8',
        target: 'es2022',
        legalComments: 'none',
      })
      const watchFiles = Object.keys(metafile.inputs).map((input) => join(root, input))
      return { contents: outputFiles[0]?.contents ?? new Uint8Array(), loader: 'file', watchFiles }
    })
  },
}
