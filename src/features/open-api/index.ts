export { fromComments, open } from './handlers.ts'
export { isSourceFile, markedComment, sourceExtensions } from './source-comments.ts'
export { type CommentSource, type WriteReport, writeComments } from './write-comments.ts'
export { type DictionarySource, writeDictionary } from './write-dictionary.ts'
