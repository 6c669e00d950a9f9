/** The table of states of effects of fx_4_0 to fx_5_0 against what Microsoft's disassembler prints for each number. */
import { describe, expect, test } from 'vitest';
import { FX4_STATES } from '../../../src/effects/fx4/states.ts';

describe('states of fx_4_0, fx_4_1 and fx_5_0', () => {
  test('the rows are in the order of their numbers, without gaps', () => {
    expect(FX4_STATES.map(({ code }) => code)).toEqual(FX4_STATES.map((_, number) => number));
  });

  test('Microsoft lists 59 states, by number', () => {
    // Recorded from D3DDisassemble of an fx_5_0 effect in which the number of one assignment was replaced.
    expect(FX4_STATES.map(({ name }) => name).join(' ')).toBe(
      'RasterizerState DepthStencilState BlendState RenderTargetView DepthStencilView GenerateMips VertexShader PixelShader ' +
        'GeometryShader DS_StencilRef AB_BlendFactor AB_SampleMask FillMode CullMode FrontCounterClockwise DepthBias ' +
        'DepthBiasClamp SlopeScaledDepthBias DepthClipEnable ScissorEnable MultisampleEnable AntialiasedLineEnable ' +
        'DepthEnable DepthWriteMask DepthFunc StencilEnable StencilReadMask StencilWriteMask FrontFaceStencilFail ' +
        'FrontFaceStencilDepthFail FrontFaceStencilPass FrontFaceStencilFunc BackFaceStencilFail BackFaceStencilDepthFail ' +
        'BackFaceStencilPass BackFaceStencilFunc AlphaToCoverageEnable BlendEnable SrcBlend DestBlend BlendOp SrcBlendAlpha ' +
        'DestBlendAlpha BlendOpAlpha RenderTargetWriteMask Filter AddressU AddressV AddressW MipLODBias MaxAnisotropy ' +
        'ComparisonFunc BorderColor MinLOD MaxLOD Texture HullShader DomainShader ComputeShader',
    );
  });

  test('Microsoft prints an index for these', () => {
    // Indexes 0 to 7 are listed; D3DDisassemble refuses 8, and every index but 0 in the other states.
    const indexed = FX4_STATES.filter(({ elements = 1 }) => elements > 1);
    expect(indexed.map(({ code, elements }) => [code, elements])).toEqual(
      [3, 4, 37, 38, 39, 40, 41, 42, 43, 44].map((code) => [code, 8]),
    );
  });
});
