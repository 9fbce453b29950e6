import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Writes the minimal web bundle that a server needs to start into `folder`, so that API tests need no build. */
export function writeWebStub(folder: string): string {
  mkdirSync(join(folder, 'assets'), { recursive: true })
  const manifest = {
    entry: { js: 'assets/main.js', css: 'assets/main.css', preload: [] },
    modules: { first: 'assets/main.js' },
    styles: { rest: 'assets/rest.css' },
    languages: {},
    screenTexts: { en: 'assets/screens.js' },
    screens: { 'item/list': ['assets/list.js'] },
  }
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest))
  writeFileSync(join(folder, 'first-paint.js'), '')
  writeFileSync(join(folder, 'assets/main.js'), '')
  writeFileSync(join(folder, 'assets/main.css'), '')
  return folder
}
