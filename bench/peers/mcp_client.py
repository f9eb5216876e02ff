"""An assistant by PyPI's `mcp`: the first line says where, and each further line is a call of a tool."""

import asyncio
import json
import sys

from mcp import Client
from mcp.client.streamable_http import create_mcp_http_client, streamable_http_client


def answer(value) -> None:
    print(json.dumps(value), flush=True)


async def main() -> None:
    door = json.loads(sys.stdin.readline())
    http = create_mcp_http_client(headers={"authorization": f"Bearer {door['token']}"})
    async with http, Client(streamable_http_client(door["url"], http_client=http)) as client:
        answer([tool.name for tool in (await client.list_tools()).tools])
        while line := await asyncio.to_thread(sys.stdin.readline):
            call = json.loads(line)
            result = await client.call_tool(call["name"], call["arguments"])
            answer({"isError": bool(result.is_error), "text": result.content[0].text})


asyncio.run(main())
