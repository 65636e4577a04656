import { client } from '@bookclub/api-client/http';
import { AxiosError, type InternalAxiosRequestConfig } from 'axios';
import { beforeEach } from 'vitest';

export const entryId = '3f0c8a52-6d0e-4b9b-9a55-0b1f6f2f7c11';

export const insert = 'POST /api/v1/waitlist';
export const update = `PATCH /api/v1/waitlist/${entryId}`;
export const sendEmail = 'POST /api/v1/functions/send-waitlist-email';
export const leave = 'POST /api/v1/waitlist/leave';

interface Call {
  /** Method and path. */
  to: string;
  body: unknown;
}

interface Answer {
  status: number;
  body?: unknown;
}

/** A problem document as the server sends it. */
export function problem(status: number, code: string, detail: string, errors?: unknown): Answer {
  return { status, body: { type: 'about:blank', title: 'Problem', status, code, detail, errors } };
}

/**
 * Stands in for the server, right behind axios. It answers as the server does when all goes well
 * and keeps what it was asked.
 */
export function fakeApi() {
  const calls: Call[] = [];
  const answers = new Map<string, () => Promise<Answer> | Answer>();

  async function adapter(config: InternalAxiosRequestConfig) {
    const to = `${config.method?.toUpperCase()} ${config.url}`;
    calls.push({ to, body: JSON.parse(config.data as string) as unknown });
    const answer = answers.get(to);
    if (!answer) throw new Error(`no such call: ${to}`);

    const { status, body } = await answer();
    const response = { status, data: body, statusText: '', headers: {}, config };
    if (status >= 400) throw new AxiosError('refused', undefined, config, undefined, response);
    return response;
  }

  beforeEach(() => {
    calls.length = 0;
    answers.set(insert, () => ({ status: 201, body: { id: entryId } }));
    answers.set(update, () => ({ status: 204 }));
    answers.set(sendEmail, () => ({ status: 202 }));
    answers.set(leave, () => ({ status: 204 }));
    client.defaults.adapter = adapter;
  });

  return {
    calls,
    answer(to: string, answer: Answer) {
      answers.set(to, () => answer);
    },
    /** The connection breaks before an answer comes. */
    breakOff(to: string) {
      answers.set(to, () => {
        throw new AxiosError('Network Error', AxiosError.ERR_NETWORK);
      });
    },
    /** Lets a call wait until the returned function is called. */
    hold(to: string) {
      const answer = answers.get(to);
      if (!answer) throw new Error(`no such call: ${to}`);
      let release = () => {};
      const held = new Promise<void>((resolve) => (release = resolve));
      answers.set(to, () => held.then(answer));
      return () => release();
    },
  };
}
