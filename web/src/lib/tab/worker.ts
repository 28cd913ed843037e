// Starting workers. The page's policy lets only this name a script to be run.

interface Policy {
  createScriptURL(url: string): string;
}

const types = (globalThis as { trustedTypes?: { createPolicy(name: string, rules: Policy): Policy } }).trustedTypes;

/** Scripts of this page and no others. */
const ours: Policy = {
  createScriptURL(url) {
    if (new URL(url, location.href).origin !== location.origin) throw new TypeError(`${url} is not a script of this page`);
    return url;
  },
};

const policy = types ? types.createPolicy('dicehouse-workers', ours) : ours;

export const startWorker = (url: string): Worker => new Worker(policy.createScriptURL(url), { type: 'module' });

export const startServiceWorker = (url: string): Promise<ServiceWorkerRegistration> => navigator.serviceWorker.register(policy.createScriptURL(url));
