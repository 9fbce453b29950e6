import { type ComponentType, type ReactNode, useEffect } from 'react'
import { parse } from 'regexparam'
import { matchRoute, Route, Switch } from 'wouter'
import { AppFrame, GlobalDialogs, PlainFrame } from '#web/app/layout/index.tsx'
import { NotFound } from '#web/app/not-found/index.tsx'
import { SessionGuard } from '#web/features/account/session/index.tsx'
import { boot } from '#web/lib/boot.ts'
import { href, useLocation, useSearchParams } from '#web/lib/route.ts'
import { ErrorBoundary } from '#web/ui/error-boundary.tsx'
import { LazyBoundary, type LazyComponent, LazyFallback, lazyComponent } from '#web/ui/lazy.tsx'
import { Loading } from '#web/ui/loading.tsx'

/** `app`: header and main; `plain`: logo and main; `bare`: the screen brings its own header and main. */
type FrameKind = 'app' | 'plain' | 'bare'

interface Screen {
  /** A wouter pattern, without the base. */
  path: string
  frame: FrameKind
  show: ComponentType | LazyComponent
  /** Also on the host of a docs site, which shows no other screens. */
  isForReaders?: true
  /** Fetches the screen's data before it renders. Receives the path parameters. */
  prepare?: (params: Record<string, string | undefined>) => Promise<void>
}

const account = () => import('#web/features/account/sign-in/index.tsx')
const help = () => import('#web/features/help/index.tsx')
const order = () => import('#web/app/pricing/index.tsx')
const runs = () => import('#web/features/api-docs/runs/index.tsx')
const search = () => import('#web/features/search/index.tsx')
const viewer = () => import('#web/features/page/viewer/index.tsx')
const team = () => import('#web/features/teams/index.tsx')
const signInForm = lazyComponent(async () => (await account()).SignInForm)
const palette = lazyComponent(async () => (await search()).SearchPalette)
const HostStyle = lazyComponent(async () => (await import('#web/features/page/docs-site/index.tsx')).HostStyle, 'first')
const HitMarks = lazyComponent(async () => (await search()).HitMarks)
const itemList = lazyComponent(async () => (await import('#web/features/item/list/index.tsx')).ItemList)

/** The screen for each path; the first match wins. Source: specification 2. */
const screens: Screen[] = [
  {
    path: '/',
    frame: 'bare',
    show: lazyComponent(async () => (await import('#web/app/home/index.tsx')).Home),
    isForReaders: true,
  },
  { path: '/setup', frame: 'plain', show: lazyComponent(async () => (await import('#web/app/setup/index.tsx')).Setup) },
  { path: '/user/login', frame: 'plain', show: lazyComponent(async () => (await account()).Login) },
  { path: '/user/register', frame: 'plain', show: lazyComponent(async () => (await account()).Register) },
  { path: '/user/setting', frame: 'app', show: lazyComponent(async () => (await account()).UserCentre) },
  { path: '/user/loginByUserToken', frame: 'plain', show: lazyComponent(async () => (await account()).TokenSignIn) },
  { path: '/item/index', frame: 'app', show: itemList },
  { path: '/item/add', frame: 'app', show: itemList },
  {
    path: '/item/group/index',
    frame: 'app',
    show: lazyComponent(async () => (await import('#web/features/item/groups/index.tsx')).ItemGroups),
  },
  {
    path: '/item/setting/:item_id',
    frame: 'app',
    show: lazyComponent(async () => (await import('#web/features/item/settings/index.tsx')).ItemSetting),
  },
  {
    path: '/item/health/:item_id',
    frame: 'app',
    show: lazyComponent(async () => (await import('#web/features/api-docs/health/index.tsx')).ApiHealthScreen),
  },
  {
    path: '/item/runs/:item_id',
    frame: 'app',
    show: lazyComponent(async () => (await runs()).RunList),
  },
  {
    path: '/item/runs/:item_id/:run_id',
    frame: 'app',
    show: lazyComponent(async () => (await runs()).RunScreen),
  },
  {
    path: '/item/export/:item_id',
    frame: 'app',
    show: lazyComponent(async () => (await import('#web/features/item/export/index.tsx')).ExportScreen),
  },
  {
    path: '/item/password/:item_id',
    frame: 'plain',
    show: lazyComponent(async () => (await import('#web/features/item/password/index.tsx')).ItemPassword),
    isForReaders: true,
  },
  {
    path: '/page/edit/:item_id/:page_id',
    frame: 'bare',
    show: lazyComponent(async () => (await import('#web/features/editor/text/index.tsx')).PageEditorScreen),
  },
  {
    path: '/p/:unique_key',
    frame: 'bare',
    show: lazyComponent(async () => (await import('#web/features/page/shared-page/index.tsx')).SharedPage),
    isForReaders: true,
  },
  {
    path: '/catalog/:item_id',
    frame: 'app',
    show: lazyComponent(async () => (await import('#web/features/tree/folders/catalog-screen.tsx')).CatalogScreen),
  },
  {
    path: '/page/diff/:page_id/:page_history_id',
    frame: 'app',
    show: lazyComponent(async () => (await import('#web/features/page/history/index.tsx')).DiffScreen),
  },
  {
    path: '/page/:page_id',
    frame: 'app',
    show: lazyComponent(async () => (await viewer()).PageRedirect, 'first'),
    isForReaders: true,
  },
  { path: '/prices', frame: 'app', show: lazyComponent(async () => (await order()).Prices) },
  { path: '/order/index', frame: 'app', show: lazyComponent(async () => (await order()).Orders) },
  { path: '/search', frame: 'app', show: lazyComponent(async () => (await search()).SearchScreen) },
  { path: '/help/api', frame: 'app', show: lazyComponent(async () => (await help()).ApiReference) },
  { path: '/help/:chapter?', frame: 'app', show: lazyComponent(async () => (await help()).Guide) },
  {
    path: '/admin/index',
    frame: 'app',
    show: lazyComponent(async () => (await import('#web/features/admin/index.tsx')).AdminConsole, 'admin'),
  },
  {
    path: '/attachment/index',
    frame: 'app',
    show: lazyComponent(async () => (await import('#web/features/page/attachments/index.tsx')).Attachments),
  },
  {
    path: '/message/index',
    frame: 'app',
    show: lazyComponent(async () => (await import('#web/features/messages/message-centre.tsx')).MessageCentre),
  },
  { path: '/team/index', frame: 'app', show: lazyComponent(async () => (await team()).Teams) },
  { path: '/team/:tab/:team_id', frame: 'app', show: lazyComponent(async () => (await team()).TeamPage) },
  { path: '/team/*?', frame: 'app', show: NotFound },
  { path: '/help/*?', frame: 'app', show: NotFound },
  { path: '/user/*?', frame: 'app', show: NotFound },
  { path: '/item/*?', frame: 'app', show: NotFound },
  { path: '/page/*?', frame: 'app', show: NotFound },
  {
    path: '/:item/models/:name?',
    frame: 'app',
    show: lazyComponent(async () => (await viewer()).ModelsViewer, 'first'),
  },
  {
    path: '/:item/:page_id?',
    frame: 'app',
    show: lazyComponent(async () => (await viewer()).Viewer, 'first'),
    isForReaders: true,
    prepare: async (params) => (await viewer()).prepareViewer(params),
  },
  { path: '*', frame: 'app', show: NotFound, isForReaders: true },
]

const frames: Record<FrameKind, ComponentType<{ children: ReactNode }>> = {
  app: AppFrame,
  plain: PlainFrame,
  bare: ({ children }) => children,
}

/** Loads the screen at `path` and its data, so that the first render is complete. */
export async function prepareRoute(path: string): Promise<void> {
  const [bare = '/'] = path.split('?')
  if (boot.docs_site) await HostStyle.load()
  for (const { path: pattern, show, prepare } of screens) {
    const [fits, params] = matchRoute(parse, pattern, bare)
    if (!fits) continue
    await Promise.all(['load' in show ? show.load() : undefined, prepare?.(params)])
    return
  }
}

/** Highlights the search matches on a page opened from a search. */
function Hits({ path }: { path: string }) {
  const [query] = useSearchParams()
  const words = query.get('hit')
  return <LazyBoundary>{words && <HitMarks key={path + words} words={words} />}</LazyBoundary>
}

/** Leaves the host of a docs site for the address of the whole site, which has the screens for people with an account. */
function LeaveDocsSite({ address }: { address: string }) {
  const [path] = useLocation()
  const target = URL.canParse(address) ? new URL(address).origin + href(path) + window.location.search : undefined
  useEffect(() => {
    if (target) window.location.replace(target)
  }, [target])
  return target ? <Loading /> : <NotFound />
}

/** The whole application: the frame and the screen of the current URL. */
export function Routes() {
  const [path] = useLocation()
  const current = screens.find((one) => matchRoute(parse, one.path, path)[0])
  const Frame = frames[current?.frame ?? 'app']
  if (boot.docs_site && !current?.isForReaders) return <LeaveDocsSite address={boot.docs_site.address} />
  return (
    <>
      <LazyBoundary>{boot.docs_site && <HostStyle site={boot.docs_site} />}</LazyBoundary>
      <Frame>
        <ErrorBoundary resetKey={path}>
          <LazyFallback fallback={<Loading />}>
            <Switch>
              {screens.map(({ path: pattern, show }) => (
                <Route key={pattern} path={pattern} component={show} />
              ))}
            </Switch>
          </LazyFallback>
        </ErrorBoundary>
      </Frame>
      <GlobalDialogs palette={palette} loadPalette={search} />
      <Hits path={path} />
      <SessionGuard form={signInForm} />
    </>
  )
}
