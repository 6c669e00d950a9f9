// fxc /T ps_4_0 /E main

void main()
{
}
