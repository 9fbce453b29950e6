import '#web/styles/tokens.css'
import '#web/styles/reset.css'
import { createRoot } from 'react-dom/client'
import { Router } from 'wouter'
import { boot } from '#web/lib/boot.ts'
import { startI18n } from '#web/lib/i18n.ts'
import { shareNonce } from '#web/lib/nonce.ts'
import { currentPath, navigate } from '#web/lib/route.ts'
import { guardUnload } from '#web/lib/unsaved.ts'
import { prepareRoute, Routes } from '#web/routes.tsx'

shareNonce()
guardUnload()
if (boot.setup_needed && !/^\/setup(\?|$)/.test(currentPath())) navigate('/setup', { replace: true })
await startI18n()
// One drawing of the whole is much faster than a frame, a grey shape and then the page. Source: interface guide 2.8.
await Promise.race([prepareRoute(currentPath()).catch(() => undefined), new Promise((done) => setTimeout(done, 150))])

const root = document.getElementById('root')
if (!root) throw new Error('the page has no #root')
createRoot(root).render(
  <Router base={boot.base}>
    <Routes />
  </Router>,
)
