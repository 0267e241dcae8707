// Loaded by the driver of Playwright before its own code.
//
// Whenever an expectation does not hold yet, Playwright describes the whole page by its roles and names, for the message of an error that
// does not come if the expectation holds a moment later. Such a look costs as much as loading a page. So an expectation describes the page
// only after three seconds; when it fails, after twenty, the message is as long as ever. A Playwright without these lines stays as it is.
const { _extensions } = require('node:module')

const CHANGES = [
  [
    'async _expectInternal(progress2, selector, options, lastIntermediateResult, noAbort) {',
    ' options = { ...options, isBrief: Date.now() - (lastIntermediateResult.since ??= Date.now()) < 3000 };',
  ],
  ['if (matches === options.isNot && !isArray', ' && !options.isBrief'],
  ['_ariaSnapshotForExpect(element, options, frameVisible) {', ' if (options.isBrief) return undefined;'],
]
const changed = (text) => CHANGES.reduce((now, [place, added]) => now.replace(place, place + added), text)

const load = _extensions['.js']
_extensions['.js'] = (module, file) => {
  if (file.endsWith('coreBundle.js')) {
    const compile = module._compile
    module._compile = function (text, ...more) {
      return compile.call(this, changed(text), ...more)
    }
  }
  return load(module, file)
}
