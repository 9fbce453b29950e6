import common from './common.json' with { type: 'json' }
import layout from './layout.json' with { type: 'json' }
import markdown from './markdown.json' with { type: 'json' }
import notFound from './not-found.json' with { type: 'json' }
import outline from './outline.json' with { type: 'json' }
import ui from './ui.json' with { type: 'json' }
import viewer from './viewer.json' with { type: 'json' }

/** The Chinese messages that the first page needs, by feature. Every byte here is part of the first load. */
export const resources = {
  common,
  layout,
  markdown,
  'not-found': notFound,
  outline,
  ui,
  viewer,
} as const
