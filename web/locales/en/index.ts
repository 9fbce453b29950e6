import account from './account.json' with { type: 'json' }
import common from './common.json' with { type: 'json' }
import frame from './frame.json' with { type: 'json' }
import help from './help.json' with { type: 'json' }
import home from './home.json' with { type: 'json' }
import imports from './import.json' with { type: 'json' }
import itemList from './item-list.json' with { type: 'json' }
import itemPassword from './item-password.json' with { type: 'json' }
import job from './job.json' with { type: 'json' }
import markdown from './markdown.json' with { type: 'json' }
import notFound from './not-found.json' with { type: 'json' }
import outline from './outline.json' with { type: 'json' }
import pageEditor from './page-editor.json' with { type: 'json' }
import session from './session.json' with { type: 'json' }
import setup from './setup.json' with { type: 'json' }
import ui from './ui.json' with { type: 'json' }
import viewer from './viewer.json' with { type: 'json' }

/** Every word of the interface in English, by feature. A new feature adds its file here and in zh. */
export const resources = {
  account,
  common,
  frame,
  help,
  home,
  import: imports,
  'item-list': itemList,
  'item-password': itemPassword,
  job,
  markdown,
  'not-found': notFound,
  outline,
  'page-editor': pageEditor,
  session,
  setup,
  ui,
  viewer,
} as const
