// The server's HTTP API, as far as the page uses it.

export interface Problem {
  problem: string;
}

export const api = {
  introduce: (name: string): Promise<{ name: string } | Problem> => send('PUT', '/api/me', { name }),
  record: (id: string): Promise<string | null> => text(`/api/games/${encodeURIComponent(id)}/record`),
};

async function text(path: string): Promise<string | null> {
  const answer = await fetch(path);
  return answer.ok ? answer.text() : null;
}

async function send<T>(method: string, path: string, body: unknown): Promise<T | Problem> {
  try {
    const answer = await fetch(path, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
    const value = (await answer.json()) as T & { text?: string };
    return answer.ok ? value : { problem: value.text ?? answer.statusText };
  } catch (error) {
    return { problem: String(error) };
  }
}
