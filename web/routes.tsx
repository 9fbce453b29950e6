import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { parse } from 'regexparam'
import { matchRoute, Route, Switch } from 'wouter'
import { AppFrame, FrameHosts, PlainFrame } from '#web/features/frame/index.tsx'
import { NotFound } from '#web/features/not-found/index.tsx'
import { SessionGuard } from '#web/features/session/index.tsx'
import { useLocation } from '#web/lib/route.ts'
import { ErrorBoundary } from '#web/ui/error-boundary.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { type Screen as LoadedScreen, screen } from '#web/ui/screen.tsx'

/** `app`: header and main; `plain`: mark and main; `bare`: the screen brings its own header and main. */
type FrameKind = 'app' | 'plain' | 'bare'

interface Screen {
  /** A wouter pattern, without the base. */
  path: string
  frame: FrameKind
  show: ComponentType | LoadedScreen
  /** Fetches what the screen shows, given the names in the path, before it is drawn. */
  prepare?: (params: Record<string, string | undefined>) => Promise<void>
}

const account = () => import('#web/features/account/index.tsx')
const viewer = () => import('#web/features/viewer/index.tsx')
const signInForm = lazy(async () => ({ default: (await account()).SignInForm }))
const itemList = screen(() => import('#web/features/item-list/index.tsx'), 'ItemList')

/** Which screen stands at which address; the first that fits. Source: specification 2. */
const screens: Screen[] = [
  { path: '/', frame: 'bare', show: screen(() => import('#web/features/home/index.tsx'), 'Home') },
  { path: '/setup', frame: 'plain', show: screen(() => import('#web/features/setup/index.tsx'), 'Setup') },
  { path: '/user/login', frame: 'plain', show: screen(account, 'Login') },
  { path: '/user/register', frame: 'plain', show: screen(account, 'Register') },
  { path: '/user/setting', frame: 'app', show: screen(account, 'UserCentre') },
  { path: '/user/loginByUserToken', frame: 'plain', show: screen(account, 'TokenSignIn') },
  { path: '/item/index', frame: 'app', show: itemList },
  { path: '/item/add', frame: 'app', show: itemList },
  {
    path: '/item/password/:item_id',
    frame: 'plain',
    show: screen(() => import('#web/features/item-password/index.tsx'), 'ItemPassword'),
  },
  {
    path: '/page/edit/:item_id/:page_id',
    frame: 'bare',
    show: screen(() => import('#web/features/page-editor/index.tsx'), 'PageEditor'),
  },
  { path: '/page/:page_id', frame: 'app', show: screen(viewer, 'PageRedirect') },
  { path: '/help/api', frame: 'app', show: screen(() => import('#web/features/help/index.tsx'), 'ApiReference') },
  { path: '/help/*?', frame: 'app', show: NotFound },
  { path: '/user/*?', frame: 'app', show: NotFound },
  { path: '/item/*?', frame: 'app', show: NotFound },
  { path: '/page/*?', frame: 'app', show: NotFound },
  {
    path: '/:item/:page_id?',
    frame: 'app',
    show: screen(viewer, 'Viewer'),
    prepare: async (params) => (await viewer()).prepareViewer(params),
  },
  { path: '*', frame: 'app', show: NotFound },
]

const frames: Record<FrameKind, ComponentType<{ children: ReactNode }>> = {
  app: AppFrame,
  plain: PlainFrame,
  bare: ({ children }) => children,
}

/** Loads the screen at `path` and what it shows, so that the first drawing is the whole. */
export async function prepareRoute(path: string): Promise<void> {
  for (const { path: pattern, show, prepare } of screens) {
    const [fits, params] = matchRoute(parse, pattern, path)
    if (!fits) continue
    await Promise.all(['load' in show ? show.load() : undefined, prepare?.(params)])
    return
  }
}

/** The whole product: the frame and the screen of the current address. */
export function Routes() {
  const [path] = useLocation()
  const current = screens.find((one) => matchRoute(parse, one.path, path)[0])
  const Frame = frames[current?.frame ?? 'app']
  return (
    <>
      <Frame>
        <ErrorBoundary resetKey={path}>
          <Suspense fallback={<Loading />}>
            <Switch>
              {screens.map(({ path: pattern, show }) => (
                <Route key={pattern} path={pattern} component={show} />
              ))}
            </Switch>
          </Suspense>
        </ErrorBoundary>
      </Frame>
      <FrameHosts />
      <SessionGuard form={signInForm} />
    </>
  )
}
