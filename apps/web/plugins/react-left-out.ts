/**
 * What this app never asks of React 19.2, named as React's own files name it. Each name must be found there, or the
 * build fails: a new React wants a new look at this list.
 */

/** What the files export and nobody here imports. */
export const EXPORTS_LEFT_OUT: Readonly<Record<string, readonly string[]>> = {
  react: [
    'Activity',
    'Children',
    'Profiler',
    'PureComponent',
    '__COMPILER_RUNTIME',
    'cache',
    'cacheSignal',
    'createRef',
    'unstable_useCacheRefresh',
    'useActionState',
    'useDeferredValue',
    'useOptimistic',
  ],
  'react-dom': [
    'createPortal',
    'preconnect',
    'prefetchDNS',
    'preinit',
    'preinitModule',
    'preload',
    'preloadModule',
    'requestFormReset',
    'unstable_batchedUpdates',
    'useFormState',
    'useFormStatus',
  ],
  'react-dom-client': ['hydrateRoot'],
};

/** Hooks that only these exports reach. */
export const HOOKS_LEFT_OUT: readonly string[] = [
  'useActionState',
  'useCacheRefresh',
  'useDeferredValue',
  'useFormState',
  'useHostTransitionStatus',
  'useMemoCache',
  'useOptimistic',
];

/** Kinds of nodes that are never made. Source: ReactWorkTags.js of React 19.2. */
export const TAGS_LEFT_OUT: ReadonlyMap<string, string> = new Map([
  ['4', 'portal'],
  ['9', 'context consumer'],
  ['12', 'profiler'],
  ['18', 'dehydrated fragment'],
  ['19', 'suspense list'],
  ['23', 'hidden in the manner of old'],
  ['26', 'hoisted into the head'],
  ['27', 'html, head or body'],
  ['31', 'activity'],
]);

/** The elements that would make them: the React that is left throws for one of these. */
export const ELEMENTS_LEFT_OUT: readonly string[] = [
  'REACT_ACTIVITY_TYPE',
  'REACT_CONSUMER_TYPE',
  'REACT_PORTAL_TYPE',
  'REACT_PROFILER_TYPE',
  'REACT_SUSPENSE_LIST_TYPE',
];

/** What stays the same: nothing comes drawn from a server, and every browser that is served has all of these. */
export const CONSTANTS: ReadonlyMap<string, string> = new Map([
  ['AbortControllerLocal', 'AbortController'],
  ['canUseCompositionEvent', 'true'],
  ['canUseDOM', 'true'],
  ['documentMode', 'null'],
  ['isHydrating', 'false'],
  ['isInputEventSupported', 'true'],
  ['objectIs', 'Object.is'],
  ['reportGlobalError', 'reportError'],
  ['useFallbackCompositionData', 'false'],
]);

/** Fields that stay the same. */
export const CONSTANT_FIELDS: ReadonlyMap<string, string> = new Map([
  ['dehydrated', 'null'],
  ['isDehydrated', 'false'],
]);

/** What is left of functions where nothing is hydrated, hoisted or a custom element. */
export const BODIES: ReadonlyMap<string, string> = new Map([
  ['accumulateSuspenseyCommitOnFiber', ''],
  [
    'dispatchEvent',
    `
    if (_enabled) {
      findInstanceBlockingEvent(nativeEvent);
      dispatchEventForPluginEventSystem(
        domEventName, eventSystemFlags, nativeEvent, return_targetInst, targetContainer,
      );
    }`,
  ],
  ['getActivityInstanceFromFiber', 'return null'],
  // Nobody reads the names of the components around an error.
  ['getStackByFiberInDevAndProd', "return ''"],
  ['getSuspenseInstanceFromFiber', 'return null'],
  ['getVendorPrefixedEventName', 'return eventName'],
  ['isCustomElement', 'return false'],
  ['isHostHoistableType', 'return false'],
  ['popHydrationState', 'return false'],
  ['preconnectAs', ''],
  ['preinitModuleScript', ''],
  ['preinitScript', ''],
  ['preinitStyle', ''],
  ['preload', ''],
  ['preloadModule', ''],
  ['retryIfBlockedOn', ''],
  ['waitForCommitToBeReady', 'return null'],
]);
