import { marksCtx, nodesCtx, remarkStringifyOptionsCtx } from '@milkdown/kit/core'
import { Clock, Container, Ctx } from '@milkdown/kit/ctx'
import { Schema } from '@milkdown/kit/prose/model'
import { schemaPlugins } from '#web/features/editor/visual/schema/index.ts'

/** The schema of the visual editor, created without a browser. */
export async function testSchema(): Promise<Schema> {
  const ctx = new Ctx(new Container(), new Clock())
  ctx.inject(nodesCtx, []).inject(marksCtx, []).inject(remarkStringifyOptionsCtx, {})
  for (const plugin of schemaPlugins) await plugin(ctx)()
  return new Schema({ nodes: Object.fromEntries(ctx.get(nodesCtx)), marks: Object.fromEntries(ctx.get(marksCtx)) })
}
