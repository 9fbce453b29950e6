import '#web/styles/tokens.css'
import '#web/styles/reset.css'
import { createRoot } from 'react-dom/client'
import { Router } from 'wouter'
import { prepareRoute, Routes } from '#web/app/routes.tsx'
import { boot } from '#web/lib/boot.ts'
import { startI18n } from '#web/lib/i18n.ts'
import { currentPath, navigate } from '#web/lib/route.ts'
import { guardUnload } from '#web/lib/unsaved.ts'

declare global {
  var __webpack_nonce__: string | undefined
}

/** Passes the page's nonce to libraries that add style elements. The content security policy blocks them without it. */
function shareNonce(): void {
  globalThis.__webpack_nonce__ = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce
}

/**
 * Starts the application. Not awaited at the top level: chunks it loads import from the file that contains this
 * function, and would wait for its end.
 */
async function start(): Promise<void> {
  shareNonce()
  guardUnload()
  if (boot.setup_needed && !/^\/setup(\?|$)/.test(currentPath())) navigate('/setup', { replace: true })
  const words = startI18n()
  // Rendering once, with all data, is much faster than a frame, a skeleton and then the page. Source: interface guide
  // 2.8.
  const prepared = prepareRoute(currentPath()).catch(() => undefined)
  await Promise.all([words, Promise.race([prepared, new Promise((done) => setTimeout(done, 150))])])

  const root = document.getElementById('root')
  if (!root) throw new Error('the page has no #root')
  createRoot(root).render(
    <Router base={boot.base}>
      <Routes />
    </Router>,
  )
}

start().catch(reportError)
